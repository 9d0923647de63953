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
from whistlestop.record.migrate import PLAIN_FORMAT
from whistlestop.record.parts import RecordedPly, end_line, in_order, setup_line, step_line
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
        self._shuffles = 0
        self._crc = 0
        self.finished = False
        try:
            self._file = self.path.open("xb")
        except FileExistsError:
            raise RecordError("exists", f"{self.path.name} exists already") from None
        except (OSError, ValueError) as error:
            raise cannot_write(self.path, error) from None
        header = setup_line(self._setup, game.shuffles)
        self._plain = header["format"] == PLAIN_FORMAT
        self._append(header)
        self.write()

    def write(self) -> None:
        """Append what has been played since; after the last ply also the end."""
        if self.finished:
            return
        new = list(plies_of(self._game, len(self._plies)))
        shuffles = self._game.shuffles[self._shuffles :]
        if shuffles and self._plain:
            sentence = "a file begun in format 1 has no room for a shuffle; save the record instead"
            raise RecordError("cannot_write", sentence)
        for step in in_order([*self._plies, *new], shuffles)[len(self._plies) :]:
            self._append(step_line(step))
        self._plies += new
        self._shuffles += len(shuffles)
        if self._game.over:
            self._append(end_line(*end_of(self._game, self._setup, self._plies)))
            self.finished = True
            self.close()

    def begin_again(self, game: Game) -> None:
        """Follow another game into the same file, such as what a take-back left of this one.

        The new file takes the place of the old one in one step, so that neither is ever lost.
        """
        aside = self.path.with_name(f".{self.path.name}.new")
        aside.unlink(missing_ok=True)
        fresh = RecordWriter(aside, game)
        for file in (self, fresh):
            file.close()
        path = self.path
        try:
            aside.replace(path)
            self.__dict__.update({**fresh.__dict__, "path": path, "_file": path.open("ab")})
        except OSError as error:
            raise cannot_write(path, error) from None

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
