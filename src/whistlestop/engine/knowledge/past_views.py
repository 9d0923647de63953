"""What has been drawn, offered and shown, in the form that views have it.

Parts that nothing has happened to are taken over from the view before. These functions know neither
games nor seats' rights: `make_view` says whose eyes they serve.
"""

from __future__ import annotations

from whistlestop.engine.knowledge.forms import CardCounts
from whistlestop.engine.knowledge.memory import CardPool, Shown, TicketDraw
from whistlestop.engine.knowledge.view import PoolView, SeenDraw, ShownView
from whistlestop.engine.state.reading import made
from whistlestop.model.board import Ticket


def named_counts(names: tuple[str, ...], counts: list[int]) -> CardCounts:
    """Counts by kind as counts by name; kinds with none are left out."""
    found: dict[str, int] = {}
    for i in range(len(names)):
        if counts[i]:
            found[names[i]] = counts[i]
    return CardCounts(found)


def pool_view(cards: tuple[str, ...], pool: CardPool, own: tuple[int, ...]) -> PoolView:
    """A pool as a viewer can tell that drew the cards `own` out of it."""
    left = list(pool.left)
    for card in own:
        left[card] -= 1
    return made(
        PoolView,
        {
            "cards": named_counts(cards, left),
            "drawn": tuple([len(blind) for blind in pool.blind]),
            "own": tuple([cards[card] for card in own]),
        },
    )


def draw_views(
    draws: tuple[TicketDraw, ...], old: tuple[TicketDraw, ...], seen: tuple[SeenDraw, ...]
) -> tuple[SeenDraw, ...]:
    """Every offer of tickets as nobody's own; `seen` are the views of the offers `old`."""
    if draws is old:
        return seen
    found: list[SeenDraw] = []
    for i in range(len(draws)):
        if i < len(old) and draws[i] is old[i]:
            found.append(seen[i])
        else:
            found.append(draw_view(draws[i], None))
    return tuple(found)


def draw_view(draw: TicketDraw, tickets: tuple[Ticket, ...] | None) -> SeenDraw:
    """An offer by its numbers alone, or to its own seat with the tickets."""
    return made(
        SeenDraw,
        {
            "seat": draw.seat,
            "offered": len(draw.tickets),
            "kept": None if draw.kept is None else len(draw.kept),
            "tickets": None if tickets is None else tuple([tickets[x].id for x in draw.tickets]),
            "places": None if tickets is None else draw.kept,
        },
    )


def shown_views(
    cards: tuple[str, ...],
    shown: tuple[Shown, ...],
    old: tuple[Shown, ...],
    seen: tuple[ShownView, ...],
) -> tuple[ShownView, ...]:
    """All blind cards that were played out of the pools; `seen` are the views of `old`."""
    if shown is old:
        return seen
    found: list[ShownView] = []
    if old and len(shown) > len(old) and shown[len(old) - 1] is old[-1]:
        found.extend(seen)
    for i in range(len(found), len(shown)):
        x = shown[i]
        fields = {
            "seat": x.seat,
            "card": cards[x.card],
            "count": x.count,
            "pool": x.pool,
            "drawn": x.drawn,
        }
        found.append(made(ShownView, fields))
    return tuple(found)
