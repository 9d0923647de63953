"""Hints: what helps to find the answer of a puzzle without telling it, from little to much.

A hint is a code with parameters; the words belong to whoever shows it. The first says what kind of
move it is, the second where to look.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from whistlestop.bots.puzzles.puzzle import Puzzle
from whistlestop.model.actions import Build, Claim, Draw, Keep

HINTS = (
    *("kind_claim", "kind_build", "kind_draw", "kind_tickets", "kind_keep"),
    *("for_ticket", "at_city", "from_market", "from_deck", "for_route", "more_tickets"),
    *("refuses", "keeps"),
)
"""Every code that a hint can have."""


@dataclass(frozen=True, slots=True)
class PuzzleHint:
    """What helps to find the answer.

    Attributes:
        code: One of `HINTS`.
        params: Names of the board, or numbers.
    """

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)


def hints_of(puzzle: Puzzle) -> tuple[PuzzleHint, PuzzleHint]:
    """Two hints: the kind of move, and where to look."""
    why = puzzle.advice(1)[0]
    match puzzle.answer:
        case Claim(route, _):
            tickets = str(why.params.get("for", "")).split()
            city = puzzle.board.route_by_id[route].a.id
            where = PuzzleHint("for_ticket", {"ticket": tickets[0]}) if tickets else _at(city)
            return PuzzleHint("kind_claim"), where
        case Build(city, _):
            route = str(why.params.get("route", ""))
            return PuzzleHint("kind_build"), PuzzleHint(
                "for_route", {"route": route}
            ) if route else _at(city)
        case Draw(card):
            return PuzzleHint("kind_draw"), PuzzleHint(
                "from_deck" if card == "deck" else "from_market"
            )
        case Keep(places):
            return PuzzleHint("kind_keep", {"count": len(places)}), _which(puzzle, places)
        case _:
            return PuzzleHint("kind_tickets"), PuzzleHint("more_tickets")


def _which(puzzle: Puzzle, places: tuple[int, ...]) -> PuzzleHint:
    """A ticket that is not worth keeping, or one of all that are."""
    offer = puzzle.view.offer
    refused = [ticket for place, ticket in enumerate(offer, 1) if place not in places]
    if refused:
        return PuzzleHint("refuses", {"ticket": refused[0].id})
    return PuzzleHint("keeps", {"ticket": offer[0].id})


def _at(city: str) -> PuzzleHint:
    return PuzzleHint("at_city", {"city": city})
