"""Why, for people: what a bot would do, what else it considered, and how a seat stands.

`advice` is the door, through which any bot can be asked. `explaining` turns the planner's thoughts
into reasons, `coach` the search's trials, and says how likely a seat wins; `network` says what a
seat's routes join.

Reasons are codes with parameters; the words belong to whoever shows them. Nothing here plays: bots
decide without it.
"""
