"""`python -m tools.transcript WHEEL`: live it, and write `docs/explanation/transcript.md`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.server.postgres import PostgresServer
from tools.transcript import story
from tools.transcript.shell import Shell

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "transcript.md"


def main(arguments: list[str]) -> None:
    """Tell the whole story with a wheel."""
    if len(arguments) != 1:
        sys.exit("python -m tools.transcript WHEEL: `make wheel` leaves one in dist.")
    wheel = Path(arguments[0]).resolve()
    database = PostgresServer().start()
    try:
        with tempfile.TemporaryDirectory() as place:
            shell = Shell(Path(place))
            story.tell(shell, wheel, database)
            PAGE.write_text("\n".join(shell.lines).strip() + "\n", "utf-8")
    finally:
        database.throw_away()


if __name__ == "__main__":
    main(sys.argv[1:])
