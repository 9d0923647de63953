"""Why, for people: what a bot would do, what else it considered, and how a seat stands.

`advice` is the door, through which any bot can be asked. `explaining` and `claiming` turn the
planner's `thoughts` into reasons, which state facts of the map (`map_facts`). `coach` puts them
beside the values of `bots/evaluation`; `network` says what a seat's routes join.

Reasons are codes with parameters; the words belong to whoever shows them. Nothing here plays: bots
decide without it.
"""
