"""Writing a record while the game is played: one line per action, on disk as soon as it is done.

The file only ever grows. A crash leaves a prefix that `load` reads, at worst with the last line
cut off.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from whistlestop.engine.game import Game
from whistlestop.record.errors import RecordError
from whistlestop.record.lines import write_line
from whistlestop.record.parts import RecordedPly, end_line, ply_line, setup_line
from whistlestop.record.record import end_of, plies_of, setup_of
from whistlestop.record.saved import cannot_write


class RecordWriter:
    """Follows one game into a new file. After every `play`, call `write`.

    The file must not exist yet, so that no record is ever lost to a name used twice.
    """

    def __init__(self, path: str | Path, game: Game) -> None:
        self.path = Path(path)
        self._game = game
        self._setup = setup_of(game)
        self._plies: list[RecordedPly] = []
        self._crc = 0
        self.finished = False
        try:
            self._file = self.path.open("xb")
        except FileExistsError:
            raise RecordError("exists", f"{self.path.name} exists already") from None
        except (OSError, ValueError) as error:
            raise cannot_write(self.path, error) from None
        self._append(setup_line(self._setup))
        self.write()

    def write(self) -> None:
        """Append what has been played since; after the last ply also the end."""
        if self.finished:
            return
        for ply in plies_of(self._game, len(self._plies)):
            self._append(ply_line(ply))
            self._plies.append(ply)
        if self._game.over:
            self._append(end_line(*end_of(self._game, self._setup, self._plies)))
            self.finished = True
            self.close()

    def _append(self, fields: Mapping[str, Any]) -> None:
        line, self._crc = write_line(fields, self._crc)
        try:
            self._file.write(line)
            self._file.flush()
        except (OSError, ValueError) as error:
            raise cannot_write(self.path, error) from None

    def close(self) -> None:
        """Stop writing; an unfinished game leaves an unfinished record."""
        self._file.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
