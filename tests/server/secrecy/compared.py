"""Two evenings that some eyes cannot tell apart, and who sits at such tables."""

from __future__ import annotations

from dataclasses import dataclass

from tests.server.secrecy.scripts import LONGEST, Cast, Eyes, Script, pairs
from tests.server.secrecy.stage import Told
from tests.server.secrecy.theatre import Change, Theatre
from tests.server.secrecy.verdict import differences, leaked_words, unlike

PEOPLE = Cast("open")
DEVICE = Cast("here", listed=False)
BOT = Cast("bot")
PROGRAM = Cast("remote")
CLOSED = Cast("remote", watch=False)


@dataclass(frozen=True)
class Pair:
    """Two evenings that some eyes cannot tell apart."""

    eyes: Eyes
    one: Told
    two: Told
    script: Script

    def check(self) -> None:
        """Nobody with these eyes alone was sent anything else; others were."""
        found = differences(self.one, self.two, self.eyes)
        assert not found, found[:5]
        others = [name for name, eyes in self.one.eyes.items() if not eyes <= self.eyes]
        assert any(unlike(self.one.kept[name], self.two.kept[name]) for name in others), others
        words = leaked_words(self.one) + leaked_words(self.two)
        assert not words, words[:5]


def played(
    theatre: Theatre,
    board: str,
    cast: Cast,
    seats: tuple[int, ...],
    label: object = 0,
    plies: int = LONGEST,
    change: Change | None = None,
) -> Pair:
    """Two evenings of the same kind, on a server that `change` may have broken."""
    eyes = frozenset(seats)
    script, other = next(pairs(board, cast, eyes, label, plies))
    one, two = (theatre.play(each, eyes, change) for each in (script, other))
    return Pair(eyes, one, two, script)
