"""The rules as a library: complete, exact games.

Here is what callers use: `game` (the one door), `legal`, `codec` (actions as integers and back),
`lookup`, `position` and `write_position` (a whole game as text), `forking` (playing on from a ply),
`checked_setup` and `errors`. The rooms below have a paragraph of their own: `state` is the bytes of
a game and their chance, `phases` what may be done, what it does and why not, `scoring` what it is
worth, `knowledge` what a seat may know of it, `fast` many games at once. The engine knows no clock,
no file, no network and no random source but its own; boards come from `boards`, values from
`model`.

Three names have one letter everywhere in the compiled modules, because every line there uses them:
`t` is the flat board (`state.flat_board`), `s` a state (`state.state`), and `d` that state's bytes.
"""
