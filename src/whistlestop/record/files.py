"""From a file or a text to a record: integrity first, then the format, the board and the lines.

Whatever the bytes are, a record comes out or a `RecordError` does. Loading replays nothing; the
file is only read.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from whistlestop.boards.load import BoardError, board_names, load_board
from whistlestop.boards.read_values import plain
from whistlestop.model.board import Board
from whistlestop.record.errors import RecordError
from whistlestop.record.lines import first_object, read_lines
from whistlestop.record.migrate import check_format, migrate
from whistlestop.record.parts import GAME, SEAT
from whistlestop.record.record import Record, read_record
from whistlestop.record.seat import SeatRecord, read_seat_record

PACKED = b"\x1f\x8b"
"""What every file begins with that gzip has packed."""


def load(path: str | Path, board: Board | str | Path | None = None) -> Record | SeatRecord:
    """Read a record from a file.

    A record of a shipped board finds it by name; for any other give the `board` or its file.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if data.startswith(PACKED):
        sentence = (
            f"{Path(path).name} is a packed file of many games: load_all reads them one after the"
            " other, and replay and review take one with --game"
        )
        raise RecordError("many_games", sentence)
    return loads(data, board)


def unreadable(path: str | Path, error: Exception) -> RecordError:
    """The error for a file that the system does not let us read."""
    cause = getattr(error, "strerror", None) or "that is no name for a file"
    return RecordError("unreadable", f"{Path(path).name or path} cannot be read: {cause}")


def loads(text: str | bytes, board: Board | str | Path | None = None) -> Record | SeatRecord:
    """Read a record from its text, as `load` does from a file."""
    data = _bytes(text)
    found = check_format(first_object(data))
    objects, cut = read_lines(data)
    _check_end_is_last(objects, cut)
    objects = migrate(objects, found)
    kind = objects[0].get("kind")
    if kind not in (GAME, SEAT):
        raise RecordError("bad_field", f'"kind" must be "{GAME}" or "{SEAT}"', 1)
    read = read_record if kind == GAME else read_seat_record
    return read(objects, _find_board(objects[0], board), cut)


def _bytes(text: str | bytes) -> bytes:
    try:
        return text.encode() if isinstance(text, str) else bytes(text)
    except UnicodeEncodeError:
        raise RecordError("not_a_record", "the text holds half a character", 1) from None


def _check_end_is_last(objects: list[dict[str, Any]], cut: str) -> None:
    """Nothing follows the end of a game, not even a line that was cut off."""
    for number, line in enumerate(objects, 1):
        if "end" in line and (number < len(objects) or cut):
            raise RecordError("edited", "something follows the end of the record", number + 1)


def _find_board(header: Mapping[str, Any], given: Board | str | Path | None) -> Board:
    name, digest = header.get("board"), header.get("board_digest")
    if not isinstance(name, str) or not isinstance(digest, str):
        raise RecordError("bad_field", '"board" and "board_digest" must be texts', 1)
    board = _open_board(name, given)
    if board.digest != digest:
        sentence = (
            f'the record was played on another version of the board "{plain(name)}":'
            f" its digest is {plain(digest)}, that of the board here {board.digest};"
            " give the board it was played on"
        )
        raise RecordError("other_board", sentence, 1)
    return board


def _open_board(name: str, given: Board | str | Path | None) -> Board:
    stem, _, option = name.partition(":")
    # A record never opens a file by itself: only shipped boards are found by name.
    if given is None and stem not in board_names():
        sentence = f'"{plain(name)}" is not a shipped board; give the board or its file'
        raise RecordError("unknown_board", sentence, 1)
    try:
        if given is None:
            return load_board(name)
        return given if isinstance(given, Board) else load_board(given, _option_for(given, option))
    except BoardError as error:
        sentence = f"the board of the record cannot be used: {error.sentence}"
        raise RecordError("unknown_board", sentence, 1) from None


def _option_for(given: str | Path, option: str) -> str:
    """The record's option, unless the board was asked for with one of its own."""
    names_one = isinstance(given, str) and ":" in given.removeprefix(Path(given).drive)
    return "" if names_one else option
