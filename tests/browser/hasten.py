"""A game brought on without the page: its people's decisions by requests, as a program makes them.

For tests of what comes after a game or near its end. Whole games by clicks, taps, keys and words
are played by `test_games`, `test_everyone` and in `evenings`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.browser.visitor import Visitor

LONGEST = 120  # seconds
MANY = 1000
Game = dict[str, Any]


def never(_game: Game) -> bool:
    return False


def last_round(game: Game) -> bool:
    return game["turns_left"] is not None


def few_trains(game: Game) -> bool:
    """Whether the last round is near; on new-york no single route leads there from seven trains."""
    return any(player["trains"] <= 6 for player in game["players"])


def hasten(
    *people: Visitor, until: Callable[[Game], bool] = never, decisions: int = MANY, table: str = ""
) -> None:
    """Decide for people at the first one's table, until the game is over or has come far enough.

    Their pages need not be there if the table is named. They claim as they would on the page.
    """
    table = f"/api/tables/{table or people[0].page.url.partition('/t/')[2].partition('#')[0]}"
    deadline = time.monotonic() + LONGEST
    board: dict[str, Any] = {}
    left = decisions
    while time.monotonic() < deadline:
        for person in people:
            told = person.context.request.get(table).json()
            game = told["game"]
            if not left or game["phase"] == "over" or until(game):
                return
            board = board or person.board(told["table"]["options"]["board"])
            for own in told["mine"]:
                if own["decision"] is not None:
                    _decide(person, table, board, own)
                    left -= 1
        time.sleep(0.01)  # bots decide in their own time
    raise AssertionError(f"the game does not end: {game}")


def _decide(person: Visitor, table: str, board: dict[str, Any], own: dict[str, Any]) -> None:
    action = _choice(person, board, [board["actions"][number] for number in own["legal"]])
    seat, decision = own["seat"], own["decision"]
    told = {"type": "do", "seat": seat, "decision": decision, "action": action}
    name = f"hastened-{seat}-{decision}"
    person.context.request.post(
        f"{table}/commands", data={**told, "id": name}, headers=person.origin
    )


def _choice(person: Visitor, board: dict[str, Any], legal: list[str]) -> str:
    """The longest route that can be claimed, else a card from the deck, else anything."""
    lengths = {route["id"]: int(route["length"]) for route in board["routes"]}
    claims = {text: text.split()[1] for text in legal if text.startswith("claim ")}
    routes = sorted(claims.values(), key=lambda route: -lengths[route])
    if route := person.longest(routes):
        return next(text for text, claimed in claims.items() if claimed == route)
    return "draw deck" if "draw deck" in legal else legal[0]
