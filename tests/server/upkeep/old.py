"""A store, a database, a backup and a record that Whistlestop 0.1.0 wrote itself.

All three stores hold the same evening: two finished games with talk between the moves (new-york by
Ann and Bob, london by Ann, Cy and Dee), one by mail on europe with a bot, one for two at one screen
on usa, and a table where people gather.
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


def old_file(folder: Path) -> Path:
    """The SQLite file."""
    path = folder / "tables.db"
    path.write_bytes(gzip.decompress((HERE / "tables.db.gz").read_bytes()))
    return path


def old_database(server: PostgresServer) -> str:
    """The PostgreSQL database."""
    url = server.new_database()
    server.load(gzip.decompress((HERE / "tables.sql.gz").read_bytes()).decode(), url)
    return url
