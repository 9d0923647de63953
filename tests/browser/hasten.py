"""A game brought on without the page: its people's decisions by requests, as a program makes them.

For tests of what comes after a game or near its end. Whole games by clicks, taps, keys and words
are played by `test_games`, `test_everyone` and in `evenings`.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tests.browser.visitor import Visitor

LONGEST = 120  # seconds
Game = dict[str, Any]


def never(_game: Game) -> bool:
    return False


def last_round(game: Game) -> bool:
    return game["turns_left"] is not None


def few_trains(game: Game) -> bool:
    """Whether the last round is near; on new-york no single route leads there from seven trains."""
    return any(player["trains"] <= 6 for player in game["players"])


def hasten(*people: Visitor, until: Callable[[Game], bool] = never) -> None:
    """Decide for people at the first one's table, until the game is over or has come far enough."""
    table = f"/api/tables/{people[0].page.url.partition('/t/')[2].partition('#')[0]}"
    numbers = itertools.count()
    deadline = time.monotonic() + LONGEST
    board: dict[str, Any] = {}
    while time.monotonic() < deadline:
        for person in people:
            told = person.context.request.get(table).json()
            game = told["game"]
            if game["phase"] == "over" or until(game):
                return
            board = board or person.board(told["table"]["options"]["board"])
            for own in told["mine"]:
                _decide(person, table, board, own, f"hastened-{next(numbers)}")
        time.sleep(0.01)  # bots decide in their own time
    raise AssertionError(f"the game does not end: {game}")


def _decide(
    person: Visitor, table: str, board: dict[str, Any], own: dict[str, Any], name: str
) -> None:
    if own["decision"] is None:
        return
    action = _choice(board, [board["actions"][number] for number in own["legal"]])
    told = {"type": "do", "seat": own["seat"], "decision": own["decision"], "action": action}
    page = urlsplit(person.page.url)
    headers = {"Origin": f"{page.scheme}://{page.netloc}"}  # others are refused
    person.context.request.post(f"{table}/commands", data={**told, "id": name}, headers=headers)


def _choice(board: dict[str, Any], legal: list[str]) -> str:
    """The longest route that can be claimed, else a card from the deck, else anything."""
    lengths = {route["id"]: int(route["length"]) for route in board["routes"]}
    claims = [text for text in legal if text.startswith("claim ")]
    if claims:
        return max(claims, key=lambda text: lengths[text.split()[1]])
    return "draw deck" if "draw deck" in legal else legal[0]
