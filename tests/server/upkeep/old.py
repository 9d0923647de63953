"""Stores, databases, backups and a record that older versions of Whistlestop wrote themselves.

All three stores of 0.1.0 hold the same evening: two finished games with talk between the moves
(new-york by Ann and Bob, london by Ann, Cy and Dee), one by mail on europe with a bot, one for two
at one screen on usa, and a table where people gather. Those of schema 3, the last before rows were
written lazily, hold another: a finished game with talk on new-york by Ann and Bob, one by the clock
on europe where Ann is to move, one on usa where both choose their tickets, and a table where people
gather.
"""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.server.postgres import PostgresServer

HERE = Path(__file__).parent / "of_0_1"
BACKUP = HERE / "tables.wsb"
RECORD = HERE / "game.wst"
TABLES = {"table1": 81, "table3": 113, "table5": 44, "table7": 14, "table9": 1}
"""The tables with their versions."""
SCORES = {"table1": [-39, -14], "table3": [9, -8, -40]}
"""How the finished games ended, by seat."""
SCHEMA_3 = Path(__file__).parent / "of_schema_3"
TABLES_3 = {"table1": 75, "table3": 17, "table5": 3, "table7": 1}
WAITING_3 = {"table1": 0, "table3": 0b01, "table5": 0b11, "table7": 0}
DUE_3 = {"table1": None, "table3": 1_700_000_145_000, "table5": None, "table7": None}
"""The tables of schema 3 with their versions, whom they wait for and when they are due."""


def old_file(folder: Path, of: Path = HERE) -> Path:
    """The SQLite file."""
    path = folder / "tables.db"
    path.write_bytes(gzip.decompress((of / "tables.db.gz").read_bytes()))
    return path


def old_database(server: PostgresServer, of: Path = HERE) -> str:
    """The PostgreSQL database."""
    url = server.new_database()
    server.load(gzip.decompress((of / "tables.sql.gz").read_bytes()).decode(), url)
    return url
