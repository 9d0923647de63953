"""The part of a picture beside the board: whose turn, players, market, hand, tickets, result.

It is made of blocks, each a drawing of known height for a given width, stacked in columns. It
shows exactly what the view holds and works the same for a seat and for a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistlestop.model.board import LOCOMOTIVE, Board, Ticket
from whistlestop.render.geometry.lettering import cut_to, text_width
from whistlestop.render.markup import moved, rect, tag, titled, words
from whistlestop.render.palette import fill_of, ink_on, letters_of, seat_mark
from whistlestop.render.summary import (
    figure_heads,
    figures_of,
    last_round,
    own_tickets,
    pair,
    status,
    word_for,
)

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import PlayerView, View

FONT = 13.0
ROW = 21.0
CARD = 36.0
GUTTER = 28.0
PADDING = 18.0
COLUMN = 52.0
"""The width of a column of figures."""
WIDEST_LINE = 360.0
"""How far from its name the points of a ticket may stand."""
HINT = "still to join: filled cities"
TICK = "M-4.5 .2L-1.4 3.4L4.5-3.6L3.1-4.8L-1.6 1L-3.2-.9Z"


@dataclass(frozen=True)
class PanelBlock:
    """A piece of the panel, drawn from its own top left corner."""

    height: float
    drawing: str


def panel(view: View, width: float, columns: int, least: float = 0.0) -> PanelBlock:
    """The whole panel in one column or in three, at least so high."""
    inner = (width - 2 * PADDING - (columns - 1) * GUTTER) / columns
    groups: list[list[Callable[[View, float], PanelBlock]]] = [
        [_status, _players],
        [_market, _hand, _tunnel],
        [_offer, _tickets],
    ]
    if columns == 1:
        groups = [[block for group in groups for block in group]]
    stacks = [_stack([block(view, inner) for block in group]) for group in groups]
    height = max(max(stack.height for stack in stacks) + 2 * PADDING, least)
    placed = (
        moved(PADDING + i * (inner + GUTTER), PADDING, stack.drawing)
        for i, stack in enumerate(stacks)
    )
    return PanelBlock(height, rect(0, 0, width, height, class_="sheet") + "".join(placed))


def _stack(blocks: Sequence[PanelBlock]) -> PanelBlock:
    """Blocks below each other, empty ones left out."""
    top, parts = 0.0, []
    for block in blocks:
        if block.height:
            parts.append(moved(0, top, block.drawing))
            top += block.height + 12
    return PanelBlock(max(top - 12, 0.0), "".join(parts))


NOTHING = PanelBlock(0.0, "")


def _status(view: View, width: float) -> PanelBlock:
    sentence = status(view)
    seen = "a spectator" if view.seat is None else view.players[view.seat].name
    facts = [fact for fact in (f"ply {view.ply}", last_round(view), f"seen by {seen}") if fact]
    lines = [" · ".join(facts)]
    if text_width(lines[0], FONT) > width:
        lines = [" · ".join(facts[:-1]), facts[-1]]
    below = (
        words(cut_to(line, FONT, width), 0, 34 + 17 * i, "faint") for i, line in enumerate(lines)
    )
    head = words(cut_to(sentence, 16, width), 0, 14, "count")
    return PanelBlock(21 + 17 * len(lines), head + "".join(below))


def _players(view: View, width: float) -> PanelBlock:
    heads = figure_heads(view)
    parts = [
        words(head, width - (len(heads) - 1 - i) * COLUMN, 11, "faint small end")
        for i, head in enumerate(heads)
    ]
    top = 16.0
    for player in view.players:
        row = _player(view, player, width)
        parts.append(moved(0, top, row.drawing))
        top += row.height
    return PanelBlock(top, "".join(parts))


def _player(view: View, player: PlayerView, width: float) -> PanelBlock:
    figures = figures_of(view, player)
    room = width - len(figures) * COLUMN - 20
    active = player.seat in view.waiting
    parts = [rect(-6, 0, width + 12, ROW, rx=4, class_="turn")] if active else []
    parts.append(moved(8, ROW / 2, seat_mark(player.seat)))
    parts.append(words(cut_to(player.name, FONT, room), 22, 15, "head" if active else None))
    for i, figure in enumerate(figures):
        x = width - (len(figures) - 1 - i) * COLUMN
        parts.append(words(str(figure), x, 15, "end head" if i == len(figures) - 1 else "end"))
    if view.score is None:
        return PanelBlock(ROW, "".join(parts))
    seat = view.score.seats[player.seat]
    items = ", ".join(f"{name} {points:+d}" for name, points in seat.items().items())
    won = "wins: " if seat.winner else ""
    parts.append(words(cut_to(won + items, 12, width - 22), 22, 31, "faint small"))
    return PanelBlock(ROW + 17, "".join(parts))


def _market(view: View, width: float) -> PanelBlock:
    slots = [_card(view.board, name) for name in view.market]
    rows = _rows(slots, CARD + 8, CARD * 1.4 + 6, width)
    discards = sum(view.discards.values())
    decks = f"deck {view.pile} · discards {discards} · tickets {view.ticket_pile}"
    return _headed("Market", rows, words(decks, width, 11, "faint small end"))


def _hand(view: View, width: float) -> PanelBlock:
    if view.seat is None:
        return NOTHING
    count = sum(view.hand.values())
    return _headed(f"Hand of {count}", _cards(view.board, view.hand, width))


def _cards(board: Board, counts: Mapping[str, int], width: float) -> PanelBlock:
    """Cards of each kind with how many there are."""
    piles = [
        _card(board, name) + words(f"×{counts[name]}", CARD / 2, CARD * 1.4 + 15, "mid head")
        for name in board.cards
        if counts.get(name)
    ]
    return _rows(piles, CARD + 8, CARD * 1.4 + 22, width)


def _rows(things: Sequence[str], across: float, down: float, width: float) -> PanelBlock:
    """Things of one size in as many rows as they need."""
    fit = max(int((width + 8) // across), 1)
    parts = (moved(i % fit * across, i // fit * down, thing) for i, thing in enumerate(things))
    return PanelBlock(-(-len(things) // fit) * down, "".join(parts))


def _headed(head: str, block: PanelBlock, beside: str = "") -> PanelBlock:
    return PanelBlock(
        block.height + 18, words(head, 0, 11, "head") + beside + moved(0, 18, block.drawing)
    )


def _card(board: Board, name: str | None) -> str:
    """A card, or the outline of an empty place."""
    height = CARD * 1.4
    if name is None:
        return rect(0.5, 0.5, CARD - 1, height - 1, rx=4, class_="slot")
    face = rect(0.5, 0.5, CARD - 1, height - 1, rx=4, fill=fill_of(name), class_="free")
    style = f"fill:{ink_on(name)}"
    if name == LOCOMOTIVE:
        sign = tag("use", href="#ws-engine", transform=f"translate({CARD / 2} 25) scale(.78)")
        return tag("g", titled(word_for(board, LOCOMOTIVE)), face, sign, style=style)
    letter = letters_of(board.colours)[name]
    return tag("g", titled(name), face, words(letter, CARD / 2, 31, "mid count", style=style))


def _tunnel(view: View, width: float) -> PanelBlock:
    if view.tunnel is None:
        return NOTHING
    revealed = [_card(view.board, name) for name in view.tunnel.revealed]
    rows = _rows(revealed, CARD + 8, CARD * 1.4 + 6, width)
    return _headed(cut_to(f"Tunnel {pair(view.tunnel.route)} turned up", FONT, width), rows)


def _offer(view: View, width: float) -> PanelBlock:
    if not view.offer:
        return NOTHING
    lines = [_ticket(t, str(i), min(width, WIDEST_LINE)) for i, t in enumerate(view.offer, 1)]
    head = f"Offered, keep at least {view.keep_at_least}"
    return _headed(head, _rows(lines, width + 8, ROW - 2, width))


def _tickets(view: View, width: float) -> PanelBlock:
    tickets = own_tickets(view)
    if not tickets:
        return NOTHING
    columns = 2 if len(tickets) > 9 and width > 380 else 1
    each = min((width - (columns - 1) * 20) / columns, WIDEST_LINE)
    lines = [_ticket(ticket, done, each) for ticket, done in tickets]
    complete = sum(done for _, done in tickets)
    head = f"Tickets, {complete} of {len(tickets)} complete"
    fits = text_width(head, FONT) + text_width(HINT, 11) + 40 < each
    hint = words(HINT, each, 11, "faint small end") if fits else ""
    rows = _rows(lines, each + 20 if columns > 1 else width + 8, ROW - 2, width)
    return _headed(head, rows, hint if complete < len(tickets) else "")


def _ticket(ticket: Ticket, sign: str | bool, width: float) -> str:
    """A ticket on a line, with its number in the offer or a sign that it is complete."""
    name = cut_to(pair(ticket), FONT, width - 52)
    if isinstance(sign, str):
        mark = words(sign, 8, 14, "mid head")
    elif sign:
        mark = tag("path", titled("complete"), d=TICK, class_="done", transform="translate(8 10)")
    else:
        mark = tag("circle", titled("open"), cx=8, cy=10, r=4, fill="none", class_="rule")
    return mark + words(name, 22, 14) + words(str(ticket.points), width, 14, "end head")
