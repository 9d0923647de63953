"""The command line: `whistlestop COMMAND`.

`main` finds and runs a command and turns whatever goes wrong into one sentence. `commands` has a
module for each command, `terminal` plays a game with a person in a terminal. What commands share
lies beside them: `help` (how a command explains itself), `options`, `console` (printing) and
`browser` (opening a page). The two `starter_*.txt` are what `board new` and `bots new` write.

A command reads what the user typed, calls the library and prints; it decides no rule and computes
no statistic. Modules import the library inside their functions, so that `--help` is instant.
"""
