"""Committed games and what is counted in them: run `games` first, then `perft`.

`games` makes the records that the tests replay, by the `policies` that choose every action; `perft`
counts positions in them. The tests themselves read what lies here and never write it.
"""
