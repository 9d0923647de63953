"""Events in words: every kind has its sentence, and none says more than its audience may know."""

from collections.abc import Iterator

import pytest

from tests.bots.playing import decisions
from whistlestop.boards.load import board_names, load_board
from whistlestop.cli.terminal.events_in_words import _TOLD, Teller, cards_in_words
from whistlestop.engine.game import Game
from whistlestop.model.events import Event

# Not worth a sentence: seen in the market or the menu, or told by another event.
SILENT = {"dealt", "turned_up", "offered", "refused", "answered", "turn"}


def played(board: str, players: int = 3, seed: int = 1) -> Game:
    bots = ["random", "greedy", "uniform"][:players]
    return [game for game, _, _ in decisions(bots, board, seed)][-1]


def seen(game: Game, seat: int | None) -> list[Event]:
    """What a seat saw while the game went on; when it is over, nothing is secret any more."""
    events: list[Event] = game.record.redact(seat).events()
    return events


def games() -> Iterator[Game]:
    for board in board_names():
        for seed in range(3):
            yield played(board, seed=seed)


def test_every_event_is_told_or_silent_on_purpose() -> None:
    names = {event.name for game in games() for event in seen(game, 0)}
    assert len(names) > 14
    assert names <= set(_TOLD) | SILENT
    assert not set(_TOLD) & SILENT


@pytest.mark.parametrize("you", [0, 1, None])
def test_a_whole_game_is_told_in_sentences(you: int | None) -> None:
    for game in games():
        told = Teller(game.board, game.names, you).tell(seen(game, you))
        assert len(told) > 30
        for sentence in told:
            assert sentence.endswith(".")
            assert sentence[0].isupper()
            assert "None" not in sentence
            assert "  " not in sentence


def test_a_card_drawn_blind_is_named_only_to_who_drew_it() -> None:
    """H2"""
    game = played("usa")
    for you in range(3):
        for sentence in Teller(game.board, game.names, you).tell(seen(game, you)):
            if "from the pile" in sentence:
                assert sentence.startswith("You ")
            if sentence.startswith("You "):
                assert "unseen" not in sentence


def test_tickets_are_named_only_to_who_keeps_them() -> None:
    """K3"""
    game = played("europe")
    told = Teller(game.board, game.names, 1).tell(seen(game, 1))
    kept = [sentence for sentence in told if " kept " in sentence]
    assert kept
    for sentence in kept:
        assert sentence.startswith("You ") == ("–" in sentence)


def tell(*events: Event, you: int | None = 0, board: str = "europe") -> list[str]:
    return Teller(load_board(board), ("Ann", "Bob"), you).tell(events)


def test_two_cards_of_a_turn_are_one_sentence() -> None:
    drew = Event("drew", {"seat": 1})
    took = Event("took", {"seat": 1, "card": "red", "slot": 0})
    up = Event("turned_up", {"slot": 0, "card": "blue"})
    assert tell(took, up, drew) == ["Bob took red from the market and drew a card unseen."]
    assert tell(drew, drew) == ["Bob drew 2 cards unseen."]
    assert tell(took, up, took, up) == ["Bob took red and red from the market."]
    mine = Event("drew", {"seat": 0, "card": "locomotive"})
    assert tell(drew, mine) == ["Bob drew a card unseen.", "You drew locomotive from the pile."]


def test_a_tunnel_is_told_step_by_step() -> None:
    """U1, U2"""
    laid = Event("laid", {"seat": 1, "card": "green", "count": 2})
    turned = [Event("revealed", {"card": card}) for card in ("green", "white", "locomotive")]
    tunnel = Event("tunnel", {"seat": 1, "route": "venezia-zurich", "extra": 2})
    paid = Event("paid", {"seat": 1, "card": "locomotive", "count": 2})
    claimed = Event("claimed", {"seat": 1, "route": "venezia-zurich", "points": 2})
    assert tell(laid, *turned, tunnel, paid, claimed) == [
        "Bob laid 2 green for the tunnel Venezia – Zürich;"
        " green, white and locomotive turned up, 2 more cards to pay.",
        "Bob claimed Venezia – Zürich for 2 locomotives: 2 points.",
    ]
    declined = Event("declined", {"seat": 0, "route": "venezia-zurich"})
    assert tell(declined) == ["You took the cards for Venezia – Zürich back."]
    free = Event("tunnel", {"seat": 0, "route": "venezia-zurich", "extra": 0})
    one = Event("claimed", {"seat": 0, "route": "venezia-zurich", "points": 1})
    assert tell(laid, free, one)[0].endswith("nothing to turn up, nothing more to pay.")
    assert tell(one) == ["You claimed Venezia – Zürich: 1 point."]


def test_cards_go_by_the_words_of_the_board() -> None:
    york = load_board("new-york")
    assert cards_in_words(york, {"locomotive": 2, "red": 1}) == "1 red and 2 taxis"
    assert cards_in_words(york, {"locomotive": 1}) == "1 taxi"
    assert cards_in_words(york, {}) == "nothing"
    wiped = Event("wiped", {"times": 2})
    assert tell(wiped, board="new-york") == [
        "Too many taxis lay face up: the market was wiped 2 times in a row."
    ]
