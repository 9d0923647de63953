"""Positions for the rule tests: short ways to write down the rare ones, and to look at them.

Only `Game.from_text` makes a position; this module finishes its text: it hands the cards that a
rule test does not care about to someone, and finds routes of a wanted length. It decides no rule.
"""

from __future__ import annotations

from collections import Counter

from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Claim
from whistlestop.model.board import Board, Route


def read(board: str, text: str = "") -> Game:
    """The position of a text on a board; two players unless the text names others."""
    return Game.from_text(f"board: {board}\n{text}")


def scarce(
    board: str, market: str, pile: str = "", discards: str = "", ann: str = "", more: str = ""
) -> Game:
    """A position whose cards are these, all others in the hand of Bob; `more` are further lines.

    `market` and `pile` name single cards, `discards` and `ann` (a hand) count them; further parts
    of Ann's line may follow her hand.
    """
    own = counted(ann.partition(";")[0])
    placed = Counter([*market.split(), *pile.split()]) + counted(discards) + own
    rest = whole_deck(load_board(board))
    rest.subtract({card: n for card, n in placed.items() if card != "-"})
    bob = " ".join(f"{n} {card}" for card, n in rest.items() if n)
    cards = f"market: {market}\npile: {pile}\ndiscards: {discards}\n"
    return read(board, f"{cards}{more}\nAnn: hand {ann}\nBob: hand {bob}")


def counted(text: str) -> Counter[str]:
    """`3 blue 1 locomotive` as counts."""
    words = text.split()
    return Counter({card: int(n) for n, card in zip(words[::2], words[1::2], strict=True)})


def whole_deck(board: Board) -> Counter[str]:
    """Every card of a board, counted."""
    return Counter({card: board.count_of(i) for i, card in enumerate(board.cards)})


def line(game: Game, key: str) -> list[str]:
    """The words of one line of a game's whole truth, such as `pile` or `tickets`."""
    lines = dict(text.split(":", 1) for text in game.position.splitlines())
    return lines[key].split()


def start(board: str, players: int = 2, seed: int = 1, first: int = 0) -> Game:
    """A game at its first turn: everyone has kept every ticket dealt."""
    game = Game(board, players, seed=seed, first=first)
    for seat in game.waiting:
        offer = range(1, len(game.view(seat).offer) + 1)
        game.play("keep " + " ".join(map(str, offer)), seat)
    return game


def hand(game: Game, seat: int) -> dict[str, int]:
    return dict(game.view(seat).hand)


def market(game: Game) -> str:
    """The face-up cards as a position writes them."""
    return " ".join(card or "-" for card in game.view(None).market)


def names(game: Game, seat: int | None, since: int = 0) -> list[str]:
    """What happened as a seat saw it, by name only."""
    return [event.name for event in game.events(seat, since)]


def everything(view: View) -> str:
    """All that a view says, as one text to compare or to search."""
    return view.to_json()


def claim(game: Game, paid: str) -> str:
    """A claim, legal now, of a route that is no tunnel for exactly these cards."""
    tunnels = {route.id for route in game.board.routes if route.tunnel}
    claims = (action for action in game.legal if isinstance(action, Claim))
    return str(next(a for a in claims if str(a.payment) == paid and a.route not in tunnels))


def routes_of(board: str, spaces: int, least: int = 1) -> str:
    """Names of routes, none shorter than `least`, that together take exactly so many trains.

    Never both sides of a double route.
    """
    chosen = load_board(board)
    fitting = [route for route in chosen.routes if route.length >= least]
    found = _fill(chosen, sorted(fitting, key=lambda route: -route.length), spaces, set())
    assert found is not None, f"no routes of {spaces} spaces on {board}"
    return " ".join(found)


def _fill(board: Board, free: list[Route], spaces: int, used: set[str]) -> list[str] | None:
    """The first way to fill the spaces with routes, the longest first."""
    if spaces == 0:
        return []
    for i, route in enumerate(free):
        twin = None if route.twin is None else board.routes[route.twin].id
        if route.length > spaces or route.id in used or twin in used:
            continue
        rest = _fill(board, free[i + 1 :], spaces - route.length, used | {route.id})
        if rest is not None:
            return [route.id, *rest]
    return None
