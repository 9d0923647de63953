"""One module for each command, named after it; each has a click command called `command`.

The commands that run many games lie in `lab`. `board_report` is no command: it holds what `board
check` finds and prints. Options and printing that several commands share lie one folder up.
"""
