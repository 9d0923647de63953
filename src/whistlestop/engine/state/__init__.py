"""The full truth of one game as bytes, and the chance that moves it.

`flat_board` decides where each thing lies, `state` moves single cards and tickets, `setup` deals,
`chance` and `rng` are all the luck there is, `event_kinds` names what happens, and `accessors` and
`reading` let others read. What players may do is in `phases`; who may see what is in `knowledge`.
Compiled.
"""
