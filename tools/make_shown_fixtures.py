"""Makes `web/src/shown/fixtures/<board>.json`: positions with the engine's answers about them.

    python -m tools.make_shown_fixtures             # all boards
    python -m tools.make_shown_fixtures usa london  # only these

The browser works out a few things that the server does not send: which sides of double routes are
closed, how tickets stand, why something cannot be had, how a score came about. Its unit tests read
these files and compare. Bots play games on every board; at some positions of each the file has the
views as they go over the wire and what the engine says: of every seat, as if it were its turn, why
it may not claim or build what it may not, and how far it is from every ticket of the board. The
files change only when a rule, a board, a view or one of these bots does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from whistlestop.boards.load import load_board
from whistlestop.bots import make_bot
from whistlestop.bots.advice.network import Network
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.events import ALL
from whistlestop.model.actions import Build, Claim
from whistlestop.model.board import GRAY, LOCOMOTIVE, Route, Ticket
from whistlestop.protocol.view_to_wire import own_view, public_view
from whistlestop.server.http.board_facts import board_facts

FOLDER = Path(__file__).parents[1] / "web" / "src" / "shown" / "fixtures"
# `random` builds stations and claims at random, the others have plans: together they meet both ways
# to lose a side of a double route. Their games never change (tests hold them to that).
BOTS = ("reference", "random", "greedy")
PARTS_OF_A_GAME = (0.4, 0.7, 0.95)
LEARNT = 40  # secrets are compared for every pair of eyes in so many plies of a game
Json = dict[str, Any]


class Setting(NamedTuple):
    """One game to play."""

    board: str
    players: int
    seed: int


# Seeds of europe are those whose stations lend routes to tickets in the end. With two or three
# players the other side of a double route closes, with four or five it does not.
GAMES = (
    *(Setting("usa", 2, 1), Setting("usa", 3, 2), Setting("usa", 4, 3), Setting("usa", 5, 4)),
    *(Setting("europe", 2, 5), Setting("europe", 3, 33), Setting("europe", 5, 12)),
    *(Setting("london", 2, 8), Setting("london", 3, 9), Setting("london", 4, 10)),
    *(Setting("new-york", 2, 11), Setting("new-york", 3, 12), Setting("new-york", 4, 13)),
)
BOARDS = tuple(dict.fromkeys(setting.board for setting in GAMES))


def played(setting: Setting) -> list[Game]:
    """A game as it was dealt, after each decision, and over."""
    game = Game(setting.board, setting.players, seed=setting.seed)
    names = [BOTS[seat % len(BOTS)] for seat in range(setting.players)]
    bots = [make_bot(name, seed=f"{setting.seed}/{seat}") for seat, name in enumerate(names)]
    plies = [game.copy()]
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)), game.turn)
        plies.append(game.copy())
    return plies


def fixture(board: str) -> Json:
    """All that a file holds. Secrets are the same in every game, so one game is enough for them."""
    games = [played(setting) for setting in GAMES if setting.board == board]
    return {
        "facts": facts_of(board),
        "learnt": [learnt_in(game) for game in games[0][1:LEARNT] if has_secrets(game)],
        "typed": typed_in([game for plies in games for game in plies]),
        "games": [game_of(plies) for plies in games],
    }


def facts_of(board: str) -> Json:
    """The board as the server sends it, without where things are drawn."""
    facts: Json = msgspec.to_builtins(board_facts(load_board(board)))
    label = {"lines": [], "x": 0, "y": 0, "anchor": "start"}
    for city in facts["cities"]:
        city.update(x=0, y=0, label=label)
    for route in facts["routes"]:
        route["spaces"] = []
    return {**facts, "outline": None}


def game_of(plies: list[Game]) -> Json:
    """A game: what each ply put on the board, some positions with answers, and the end."""
    asides = {game.phase: game for game in reversed(plies) if is_telling(game)}
    return {
        "placed": [placed_in(game) for game in plies],
        "positions": [position(game) for game in turns_of(plies)],
        "asides": [aside(game) for _, game in sorted(asides.items())],
        "end": {"view": view_of(plies[-1]), "draw": refusal(plies[-1], 0, "draw deck")},
    }


def typed_in(plies: list[Game]) -> Json:
    """For those who type: of each phase a moment with much to choose from, and of one who waits."""
    found: dict[str, Game] = {}
    for game in plies:
        before = found.get(game.phase)
        if not game.over and (before is None or choices(game) > choices(before)):
            found[game.phase] = game
    moments = {phase: seen_from(game, game.waiting[0]) for phase, game in sorted(found.items())}
    turn = found["turn"]
    waiting = next(seat for seat in range(len(turn.names)) if seat != turn.turn)
    return {**moments, "waiting": seen_from(turn, waiting)}


def choices(game: Game) -> int:
    """How many different things can be done, however they are paid for; at a tunnel, how paid."""
    if game.phase != "turn":
        return len(game.legal)
    return len({action.route for action in game.legal if isinstance(action, Claim)})


def seen_from(game: Game, seat: int) -> Json:
    return {"view": view_of(game), "own": own_of(game, seat)}


def turns_of(plies: list[Game]) -> Iterator[Game]:
    """The beginnings of turns at which the engine is asked."""
    for part in PARTS_OF_A_GAME:
        yield next(game for game in plies[int(len(plies) * part) :] if game.phase == "turn")


def view_of(game: Game) -> Json:
    view: Json = msgspec.to_builtins(public_view(game.view(None), None))
    return view


def own_of(game: Game, seat: int) -> Json:
    decision = game.ply if seat in game.waiting else None
    own: Json = msgspec.to_builtins(own_view(game.view(seat), decision))
    return own


def events_of(game: Game, eyes: int | None = ALL) -> list[Json]:
    """What the newest decision told a seat or a spectator, the first one with the deal."""
    events = game.events(eyes, since=max(0, game.ply - 1))
    return [{"name": event.name, "params": dict(event.params)} for event in events]


def placed_in(game: Game) -> list[Json]:
    """What the newest decision put on the board."""
    return [event for event in events_of(game) if event["name"] in ("claimed", "built")]


def learnt_in(game: Game) -> Json:
    """What the newest decision told everybody's eyes together, a spectator's and each seat's."""
    seats = [events_of(game, seat) for seat in range(len(game.names))]
    return {"all": events_of(game), "nobody": events_of(game, None), "seats": seats}


def has_secrets(game: Game) -> bool:
    """Whether the newest decision told somebody more than a spectator."""
    return events_of(game) != events_of(game, None)


def is_telling(game: Game) -> bool:
    """The middle of a turn; when a second card is due, with a locomotive face up."""
    if game.phase == "second card":
        return LOCOMOTIVE in game.view(None).market
    return game.phase in ("tickets", "tunnel")


def aside(game: Game) -> Json:
    """A position in the middle of a turn, with why nothing can be claimed and no card taken."""
    seat = game.turn
    cards = sorted({card for card in game.view(None).market if card})
    takes = {card: refusal(game, seat, f"draw {card}") for card in cards}
    return {
        "view": view_of(game),
        "own": own_of(game, seat),
        "claim": refusal(game, seat, f"claim {price(game.board.routes[0], game)}"),
        "draw": {card: code for card, code in takes.items() if code},
    }


def position(game: Game) -> Json:
    """A position at the beginning of a turn, with the engine's answers for every seat."""
    seats = range(len(game.names))
    waiting = next(seat for seat in seats if seat != game.turn)
    return {
        "view": view_of(game),
        "seats": [seat_of(on_turn(game, seat), seat) for seat in seats],
        "not_on_turn": [waiting, refusal(game, waiting, "draw deck")],
    }


def on_turn(game: Game, seat: int) -> Game:
    """The same position with another seat to move, so that the engine can be asked for it."""
    lines = game.position.splitlines()
    turned = [f"turn: {game.names[seat]}" if x.startswith("turn:") else x for x in lines]
    return Game.from_text("\n".join(turned))


def seat_of(game: Game, seat: int) -> Json:
    """What the seat to move knows, why it may not claim or build, and how far its tickets are."""
    own = own_of(game, seat)
    own["legal"] = []  # long, and not asked for: the answers are about what is not legal
    network = Network(game.view(seat), seat, borrow=False)
    return {
        "own": own,
        "routes": refused_routes(game, seat),
        "cities": refused_cities(game, seat),
        "spaces": [network.trains(ticket.a, ticket.b) for ticket in game.board.tickets],
        "made": made_tickets(game, seat),
    }


def refused_routes(game: Game, seat: int) -> dict[str, list[int]]:
    """The routes that cannot be claimed however one pays, by their place and the reason."""
    open_to = {action.route for action in game.legal if isinstance(action, Claim)}
    refused: dict[str, list[int]] = {}
    for route in game.board.routes:
        if route.id not in open_to:
            code = refusal(game, seat, f"claim {price(route, game)}")
            refused.setdefault(code, []).append(route.index)
    return refused


def price(route: Route, game: Game) -> str:
    """A route with the plainest way to pay for it."""
    colour = game.board.colours[0] if route.colour == GRAY else route.colour
    cards = {colour: route.length - route.ferry, LOCOMOTIVE: route.ferry}
    return " ".join([route.id, *(f"{count} {card}" for card, count in cards.items() if count)])


def refused_cities(game: Game, seat: int) -> dict[str, list[int]]:
    """The cities where no station can be built however one pays, and why."""
    rules, left = game.board.rules, game.view(seat).players[seat].stations
    open_to = {action.city for action in game.legal if isinstance(action, Build)}
    refused: dict[str, list[int]] = {}
    for city in game.board.cities if rules.stations else ():
        if city.id not in open_to:
            cost = min(rules.stations, rules.stations - left + 1)
            code = refusal(game, seat, f"build {city.id} {cost} {game.board.colours[0]}")
            refused.setdefault(code, []).append(city.index)
    return refused


def refusal(game: Game, seat: int, action: str) -> str:
    """The engine's code for why a seat may not do that now; empty if it may."""
    try:
        game.copy().play(action, seat)
    except IllegalAction as refused:
        return refused.code
    return ""


def made_tickets(game: Game, seat: int) -> list[int]:
    """The tickets that would count if the game ended now and the seat held each of them alone.

    A station lends its route to the tickets where it is worth most; without one no ticket minds
    the others, and all can be held at once.
    """
    tickets = game.board.tickets
    lent = seat in game.view(None).station_owners
    hands = [(ticket,) for ticket in tickets] if lent else [tickets]
    scored = [holding(game, seat, hand).score().seats[seat].tickets for hand in hands]
    return [ticket.index for kept in scored for ticket, made in kept if made]


def holding(game: Game, seat: int, tickets: Iterable[Ticket]) -> Game:
    """The board as it is, with these tickets in the hand of one seat."""
    view, cities = game.view(None), game.board.cities
    lines = [f"board: {game.board.name}", f"players: {', '.join(game.names)}"]
    for other, name in enumerate(game.names):
        parts = [f"tickets {' '.join(t.id for t in tickets)}"] if other == seat else []
        if routes := [route.id for route in view.routes_of(other)]:
            parts.append(f"routes {' '.join(routes)}")
        if built := [city.id for city in cities if view.station_owners[city.index] == other]:
            parts.append(f"stations {' '.join(built)}")
        lines.append(f"{name}: {'; '.join(parts)}")
    return Game.from_text("\n".join(lines))


def written(board: str) -> str:
    """The file of a board, with a line for each part."""
    made = fixture(board)
    compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    games = ",\n".join(compact(game) for game in made.pop("games"))
    parts = "".join(f'"{name}":{compact(part)},\n' for name, part in made.items())
    return f'{{{parts}"games":[\n{games}\n]}}\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="all of them if none is named")
    for board in parser.parse_args().boards or BOARDS:
        path = FOLDER / f"{board}.json"
        path.write_text(written(board), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
