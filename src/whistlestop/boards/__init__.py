"""The boards as data, and everything that reads and judges a board file.

Each shipped board is one TOML file in this folder; `outlines` holds the land under it. `load` finds
a board by its name or path and is the only way in; `read_map`, `read_rules`, `read_tickets` and
`read_values` read the parts of a file and refuse what cannot be played. `faults` lists everything
that is wrong with a text, `lines` finds the line of each value, `playability` judges how a sound
board would play. `home` knows where a user's own boards and bots lie, `pickled` how a board travels
between processes. How a board is drawn is `render`'s business, how it is played the engine's.
"""
