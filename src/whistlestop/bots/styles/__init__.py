"""The six styles: characters with one idea each, for playtesting boards and as company at a table.

`bot` registers them with names and parameters, `characters` holds the six ideas, `style` what they
share; the latter two are compiled. They borrow prices and the last turn from the planner, but none
of them plans as it does, and none is meant to be as strong.
"""
