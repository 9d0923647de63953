"""The lines of a log as a table keeps them in memory: all of the game's, of talk the newest.

Both count versions together, so that talk comes in order among everything else; where older talk is
forgotten, versions are missing. Nothing is read or stored here. Invariant: no line of the game is
ever dropped, and there are never more lines of talk than the table keeps.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from heapq import merge
from operator import attrgetter
from typing import TYPE_CHECKING, Any, overload

from whistlestop.server.table import entries as en

if TYPE_CHECKING:
    from whistlestop.server.table.state import LogLine

TALK_LINES = 500  # of each table

_seq = attrgetter("seq")


class LogLines(Sequence["LogLine"]):
    """The lines in order; as a sequence, those of the game and of talk together."""

    __slots__ = ("game", "most", "talk")

    def __init__(self, most: int = TALK_LINES) -> None:
        self.game: list[LogLine] = []
        self.talk: list[LogLine] = []
        self.most = most

    def add(self, line: LogLine) -> LogLine | None:
        """Take in the newest line; the line of talk that is forgotten for it, if one is."""
        if type(line.body) is not en.Said:
            self.game.append(line)
            return None
        self.talk.append(line)
        return self.talk.pop(0) if len(self.talk) > self.most else None

    def check_place(self, seq: int, version: int, body: en.Body, said: int) -> None:
        """Refuse an entry that cannot come next: only talk may be missing before it, and `said`
        tells how many lines of it there were."""
        if type(body) is en.Said:
            assert seq > version, "the log is in order"
        else:
            place = len(self.game) + said if said else version
            assert seq == place + 1, "the log has no gaps"

    def forgotten_with_next(self) -> int:
        """The version up to which the store may forget talk when one more line is said."""
        excess = len(self.talk) + 1 - self.most
        return self.talk[excess - 1].seq if excess > 0 else 0

    @property
    def last_at(self) -> int:
        """The time of the newest line; 0 without one."""
        played = self.game[-1].at if self.game else 0
        return max(played, self.talk[-1].at) if self.talk else played

    def after(self, version: int, limit: int) -> tuple[list[LogLine], bool]:
        """The first lines after a version, and whether there are more than these."""
        game, talk = self._after(version)
        found = list(merge(game[: limit + 1], talk[: limit + 1], key=_seq))
        return found[:limit], len(found) > limit

    def newest(self, version: int, limit: int) -> tuple[list[LogLine], bool]:
        """The newest lines after a version, and whether it has older ones too."""
        game, talk = self._after(version)
        more = len(game) + len(talk) > limit
        return list(merge(game[-limit:], talk[-limit:], key=_seq))[-limit:], more

    def _after(self, version: int) -> tuple[list[LogLine], list[LogLine]]:
        game, talk = self.game, self.talk
        return (
            game[bisect_right(game, version, key=_seq) :],
            talk[bisect_right(talk, version, key=_seq) :],
        )

    # As a sequence

    def __len__(self) -> int:
        return len(self.game) + len(self.talk)

    @overload
    def __getitem__(self, place: int) -> LogLine: ...

    @overload
    def __getitem__(self, place: slice) -> list[LogLine]: ...

    def __getitem__(self, place: Any) -> Any:
        return list(merge(self.game, self.talk, key=_seq))[place]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LogLines):
            return NotImplemented
        return (self.game, self.talk) == (other.game, other.talk)

    __hash__ = None  # type: ignore[assignment]  # lines are added, so it has no lasting value
