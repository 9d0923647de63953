"""What a view says, in the words and figures that every drawing of it shows.

Pictures, plain text and the terminal all read from here, so that they agree. It sees only what the
view holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from whistlestop.boards.graph import ends_of, parts_of
from whistlestop.model.board import Board, Route, Ticket

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import PlayerView, View


def plural(word: str, count: int = 2) -> str:
    """An English word for so many things."""
    if count == 1:
        return word
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


def word_for(board: Board, thing: str) -> str:
    """What this board calls a locomotive, a train or a station."""
    return board.labels.get(thing, thing)


def pair(thing: Route | Ticket) -> str:
    """A route or ticket by the printed names of its cities."""
    return f"{thing.a.name} – {thing.b.name}"


def counted(count: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{count} {plural(word, count)}"


def figure_heads(view: View) -> list[str]:
    """What the figures of every player are called, in the words of the board."""
    stations = [plural(word_for(view.board, "station"))] if view.board.rules.stations else []
    train = plural(word_for(view.board, "train"))
    return [train, "cards", "tickets", *stations, "total" if view.score else "points"]


def figures_of(view: View, player: PlayerView) -> list[int]:
    """The figures of a player under those heads."""
    stations = [player.stations] if view.board.rules.stations else []
    last = view.score.seats[player.seat].total if view.score else player.points
    return [player.trains, player.cards, player.tickets, *stations, last]


def route_in_words(route: Route) -> str:
    """A route by its cities, length, colour and kind."""
    kind = " tunnel" if route.tunnel else " ferry" if route.ferry else ""
    wilds = f", {counted(route.ferry, 'locomotive')} at least" if route.ferry else ""
    return f"{pair(route)}: {route.length} {route.colour}{kind}{wilds}"


def listed(names: Iterable[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cy`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def status(view: View) -> str:
    """Whom the game waits for and what for, in one sentence without a full stop."""
    names = [p.name for p in view.players]
    name = names[view.turn]
    match view.phase:
        case "opening":
            chooses = "chooses" if len(view.waiting) == 1 else "choose"
            return f"{listed(names[s] for s in view.waiting)} {chooses} tickets"
        case "second card":
            return f"{name} draws a second card"
        case "tickets":
            return f"{name} chooses tickets"
        case "tunnel" if view.tunnel is not None:
            extra = view.tunnel.extra
            return f"{name} pays {extra} more {plural('card', extra)} or declines"
        case "over":
            return _winners(view, names)
    return f"{name} to move"


def _winners(view: View, names: list[str]) -> str:
    if view.score is None:
        return "the game is over"
    winners = [names[s] for s in view.score.winners]
    return f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the win"


def last_round(view: View) -> str:
    """`last round, 2 turns left`, or nothing before it and after the end."""
    if view.turns_left is None or view.phase == "over":
        return ""
    return f"last round, {counted(view.turns_left, 'turn')} left"


def own_tickets(view: View) -> list[tuple[Ticket, bool]]:
    """The viewer's tickets with whether they are complete: by own routes, at the end as scored."""
    if view.seat is None:
        return []
    if view.score is not None:
        return list(view.score.seats[view.seat].tickets)
    part = parts_of(len(view.board.cities), ends_of(view.routes_of(view.seat)))
    return [(t, part[t.a.index] == part[t.b.index]) for t in view.tickets]


def open_cities(view: View) -> set[int]:
    """The cities of the viewer's tickets that are not complete."""
    goals = (ticket for ticket, done in own_tickets(view) if not done)
    return {city.index for ticket in goals for city in (ticket.a, ticket.b)}


def closed_sides(view: View) -> set[int]:
    """Free sides of double routes that nobody can claim any more (C7)."""
    free = [r for r in view.board.routes if view.owners[r.index] is None]
    return {r.index for r in free if not any(view.is_open(r, p.seat) for p in view.players)}
