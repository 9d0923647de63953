"""A view as plain text for a terminal, a log or a doctest: no colour codes, a width to keep.

Cards and routes go by the names that actions use, so that what is read can be typed. It shows the
same facts as the picture, from the same summary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from whistlestop.model.board import Ticket
from whistlestop.render.palette import MARK_WORDS
from whistlestop.render.summary import (
    counted,
    figure_heads,
    figures_of,
    last_round,
    own_tickets,
    pair,
    plural,
    status,
    word_for,
)

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import View

NARROWEST = 60
INDENT = 10
MOST_ACTIONS = 12


def view_text(view: View, width: int = 100) -> str:
    """Everything a view holds, at most `width` (at least 60) characters wide."""
    width = max(width, NARROWEST)
    parts = (_head, _players, _cards, _tunnel, _offer, _tickets, _routes, _stations, _decision)
    blocks = ("\n".join(part(view, width)) for part in parts)
    return "\n\n".join(block for block in blocks if block)


def _head(view: View, width: int) -> Iterator[str]:
    seen = "a spectator" if view.seat is None else view.players[view.seat].name
    sentence = status(view)
    facts = [view.board.title, f"ply {view.ply}", sentence, last_round(view), f"seen by {seen}"]
    return _filled(" · ".join(fact for fact in facts if fact), width)


def _players(view: View, width: int) -> Iterator[str]:
    heads = figure_heads(view)
    sizes = [max(len(head), 5) for head in heads]
    figures = sum(sizes) + 2 * len(sizes)
    room = min(max(len(p.name) for p in view.players), width - figures - 6)
    yield _row("", "player", room, heads, sizes)
    for player in view.players:
        sign = ">" if player.seat in view.waiting else " "
        name = player.name if len(player.name) <= room else player.name[: room - 1] + "…"
        shown = f"{sign} {MARK_WORDS[player.seat]}"
        yield _row(shown, name, room, list(map(str, figures_of(view, player))), sizes)
        if view.score:
            items = view.score.seats[player.seat].items().items()
            parts = ", ".join(f"{item} {points:+d}" for item, points in items) or "nothing scored"
            won = "wins: " if view.score.seats[player.seat].winner else ""
            yield from _filled(won + parts, width, "    ")


def _row(sign: str, name: str, room: int, cells: Sequence[str], sizes: Sequence[int]) -> str:
    shown = "".join(f"  {cell:>{size}}" for cell, size in zip(cells, sizes, strict=True))
    return f"{sign:<4}{name:<{max(room, 6)}}{shown}"


def _cards(view: View, width: int) -> Iterator[str]:
    market = ", ".join(card or "empty" for card in view.market)
    yield from _entry("market", market, width)
    discards = sum(view.discards.values())
    piles = f"{view.pile} cards, {discards} discarded, {view.ticket_pile} tickets"
    yield from _entry("piles", piles, width)
    if view.seat is not None:
        cards = _counted(view.hand, view.board.cards)
        count = sum(view.hand.values())
        says = f"{counted(count, 'card')}: {cards}" if count else "empty"
        yield from _entry("hand", says, width)


def _counted(counts: Mapping[str, int], order: Iterable[str]) -> str:
    return ", ".join(f"{counts[card]} {card}" for card in order if counts.get(card))


def _tunnel(view: View, width: int) -> Iterator[str]:
    if view.tunnel is not None:
        laid = _counted(view.tunnel.laid, view.board.cards)
        turned = ", ".join(view.tunnel.revealed) or "nothing"
        extra = view.tunnel.extra
        says = f"{view.tunnel.route}: {laid} laid, {turned} turned up, {extra} more to pay"
        yield from _entry("tunnel", says, width)


def _offer(view: View, width: int) -> Iterator[str]:
    if view.offer:
        yield from _entry("offered", f"keep at least {view.keep_at_least}", width)
        for i, ticket in enumerate(view.offer, 1):
            yield from _ticket(f"{i}.", ticket, width)


def _tickets(view: View, width: int) -> Iterator[str]:
    tickets = own_tickets(view)
    if tickets:
        done = sum(complete for _, complete in tickets)
        yield from _entry("tickets", f"{done} of {len(tickets)} complete", width)
        for ticket, complete in tickets:
            yield from _ticket("[x]" if complete else "[ ]", ticket, width)


def _ticket(sign: str, ticket: Ticket, width: int) -> Iterator[str]:
    return _filled(f"{pair(ticket)}, {ticket.points}", width, f"{sign:>{INDENT - 1}} ")


def _routes(view: View, width: int) -> Iterator[str]:
    """Who owns what; the viewer's own routes first."""
    seats = sorted(range(len(view.players)), key=lambda seat: seat != view.seat)
    for seat in seats:
        routes = view.routes_of(seat)
        if routes:
            whose = "your own" if seat == view.seat else view.players[seat].name
            says = ", ".join(f"{r} {r.length}" for r in routes)
            yield from _filled(says, width, f"{whose}: ")


def _stations(view: View, width: int) -> Iterator[str]:
    built = [
        f"{city.name} ({view.players[owner].name})"
        for city, owner in zip(view.board.cities, view.station_owners, strict=True)
        if owner is not None
    ]
    if built:
        yield from _entry(plural(word_for(view.board, "station")), ", ".join(built), width)


def _decision(view: View, width: int) -> Iterator[str]:
    """What the viewer may do now: all of it if that is little, else how much of each kind."""
    count = len(view.legal)
    if not count:
        return
    if count <= MOST_ACTIONS:
        yield from _entry("you may", " | ".join(map(str, view.legal)), width)
        return
    kinds: dict[str, list[str]] = {}
    for action in view.legal:
        kinds.setdefault(str(action).split()[0], []).append(str(action))
    shown = (
        " | ".join(texts) if len(texts) <= 6 else f"{texts[0]} … ({len(texts)} ways to {kind})"
        for kind, texts in kinds.items()
    )
    yield from _entry("you may", " | ".join(shown), width)


def _entry(word: str, says: str, width: int) -> Iterator[str]:
    return _filled(says, width, f"{word:<{INDENT - 1}} ")


def _filled(says: str, width: int, first: str = "") -> Iterator[str]:
    """Lines of at most `width`; after the first they are indented under the text."""
    indent = " " * min(len(first), INDENT)
    first = first if len(first) < width - 10 else first[: width - 12] + "… "
    yield from wrap(
        says, width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
    ) or [first.rstrip()]
