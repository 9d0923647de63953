"""The reference player: the zero of all ratings, which therefore never changes.

`bot` is its front, `scene` what it makes of its facts, `choice` its decisions; the latter two are
compiled. Frozen positions in the tests pin what it does. Better ideas belong to the planner.
"""
