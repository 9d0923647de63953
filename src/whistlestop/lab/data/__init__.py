"""Games as data: every game of a run as a record, every decision as a row.

`files` hands the games of a run to what is written of them; `recorded` makes a record of a game
from the codes of its actions, `dataset` rows with observations and masks, `tables` one row for each
seat of each game, as Parquet or CSV. `beside` puts a file in its place whole or not at all. Nothing
here plays a game; docs/reference/data.md has every column.
"""
