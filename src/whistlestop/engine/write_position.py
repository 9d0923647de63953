"""A game as the text of its position, which `position` reads back exactly."""

from __future__ import annotations

from typing import Any

from whistlestop.engine.game import Game
from whistlestop.engine.position import KEYS
from whistlestop.engine.state.flat_board import (
    LAST,
    NONE,
    PASSES,
    PHASE,
    QUIET,
    STOPPED,
    TUNNEL,
    TURN,
)
from whistlestop.engine.state.reading import pile_in, ticket_deck_in
from whistlestop.model.board import LOCOMOTIVE


def format_position(game: Game) -> str:
    """The whole truth of a game as text."""
    t, d, board = game.flat, game.state.bytes, game.board
    names = _plain_names(game.names)
    lines: dict[str, Any] = {"board": board.name, "players": ", ".join(names)}
    lines["phase"] = game.phase
    lines["first"] = names[game.first]
    lines["turn"] = names[d[TURN]]
    if d[LAST] != NONE:
        lines["last round"] = int(d[LAST])
    for key, at in (("passes", PASSES), ("quiet", QUIET)):
        if d[at]:
            lines[key] = int(d[at])
    if d[PHASE] == TUNNEL:
        lines["tunnel"], lines["revealed"] = _format_tunnel(game)
    market = [int(d[t.o_market + i]) for i in range(t.market)]
    lines["market"] = " ".join("-" if card == NONE else board.cards[card] for card in market)
    if d[STOPPED]:
        lines["market"] += " stopped"
    lines["pile"] = " ".join(board.cards[card] for card in reversed(pile_in(t, d)))
    lines["discards"] = _format_cards(game, int(t.o_discard))
    lines["tickets"] = " ".join(board.tickets[i].id for i in ticket_deck_in(t, d))
    for seat, name in enumerate(names):
        lines[name] = _format_player(game, seat)
    return "".join(f"{key}: {value}".rstrip() + "\n" for key, value in lines.items())


def _plain_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The players' names, or numbers if one of them could be read as something else."""
    for name in names:
        if name in KEYS or name != " ".join(name.split()) or set(name) & set(",;:#"):
            return tuple(f"Player {i + 1}" for i in range(len(names)))
    return names


def _format_cards(game: Game, start: int) -> str:
    d = game.state.bytes
    counts = [(int(d[start + i]), name) for i, name in enumerate(game.board.cards)]
    return " ".join(f"{count} {name}" for count, name in counts if count)


def _format_tunnel(game: Game) -> tuple[str, str]:
    view = game.view(None)
    assert view.tunnel is not None
    laid = dict(sorted(view.tunnel.laid.items(), key=lambda item: item[0] == LOCOMOTIVE))
    cards = " ".join(f"{count} {name}" for name, count in laid.items())
    return f"{view.tunnel.route} {cards}", " ".join(view.tunnel.revealed)


def _format_player(game: Game, seat: int) -> str:
    t, d, board = game.flat, game.state.bytes, game.board
    view = game.view(seat)
    parts = {
        "hand": _format_cards(game, int(t.o_hand + seat * t.kinds)),
        "tickets": " ".join(x.id for x in board.tickets if d[t.o_ticket + x.index] == seat),
        "routes": " ".join(r.id for r in board.routes if d[t.o_owner + r.index] == seat),
        "stations": " ".join(
            c.id for c in board.cities if t.stations and d[t.o_station + c.index] == seat
        ),
        "offer": " ".join(x.id for x in view.offer),
        "answer": " ".join(map(str, view.answer)),
    }
    return "; ".join(f"{key} {value}" for key, value in parts.items() if value)
