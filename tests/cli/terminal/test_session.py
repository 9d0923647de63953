"""The conversation: what is shown, asked and understood, and that it always ends cleanly."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.cli.terminal.positions import EUROPE, OPENING, SECOND, TUNNEL
from whistlestop.boards.load import board_names
from whistlestop.bots import Seated, read_recipe
from whistlestop.bots.contract import Bot, Seed
from whistlestop.cli.terminal.screen import Screen
from whistlestop.cli.terminal.session import TerminalSession
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded
from whistlestop.record import RecordWriter, load

pytestmark = pytest.mark.slow


class Talk:
    """A session whose answers are written down beforehand; all that it printed is `text`."""

    def __init__(
        self, game: Game, *typed: str, seat: int = 0, width: int = 100, colours: bool = False
    ) -> None:
        self.game = game
        self.typed = list(typed)
        self.prompts: list[str] = []
        self.out = StringIO()
        console = Console(
            file=self.out,
            width=width,
            highlight=False,
            markup=False,
            force_terminal=colours,
            color_system="truecolor" if colours else None,
        )
        make = read_recipe("greedy").make
        bots = {other: Seated("greedy", make, 1) for other in range(len(game.names))}
        self.session = TerminalSession(game, seat, bots, Screen(console, game.board), self.ask)

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def run(self) -> str:
        self.session.run()
        return self.text

    @property
    def text(self) -> str:
        return self.out.getvalue()


def talk(position: str, *typed: str) -> Talk:
    conversation = Talk(Game.from_text(position), *typed)
    conversation.run()
    return conversation


def test_the_opening_shows_the_offer_and_asks_how_many_to_keep() -> None:
    """S3"""
    said = talk(OPENING, "1", "1 3")
    assert said.prompts[0] == "Keep which, at least 2? "
    assert "Seattle – New York" in said.text
    assert "20 trains to go" in said.text
    assert "At least 2 of the tickets must be kept." in said.text
    assert "You kept Seattle – New York (20) and Kansas City – Houston (5)." in said.text


def test_a_turn_shows_market_hand_tickets_players_and_what_can_be_done() -> None:
    text = talk(EUROPE).text
    for part in (
        *("Market", "[R] red", "[L] locomotive", "empty"),
        *("Hand", "[R] red ×3", "[L] locomotive ×2"),
        *("Tickets", "Paris – Wien", "8 points", "trains to go"),
        *("● You", "■ Bob", "stations", "points"),
        *("Draw", "top of the pile", "(ends the turn)"),
        *("Claim", "Barcelona – Marseille", "3 red + 1 loco", "+7", "ways"),
        *("Station", "it costs 1 card", "draw 3 tickets, keep at least 1"),
    ):
        assert part in text


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("board", board_names())
def test_no_line_is_wider_than_the_console_and_no_number_is_cut(board: str, width: int) -> None:
    game = Game(board, 2, seed=3)
    conversation = Talk(game, "all", "deck", "deck", "claims", "map", "help", "rules", width=width)
    text = conversation.run()
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text


def test_cards_have_their_letter_with_and_without_colours() -> None:
    game = Game.from_text(EUROPE)
    coloured = Talk(game, colours=True).run()
    assert " R " in coloured
    assert "\x1b[" in coloured
    assert "\x1b[" not in Talk(game).run()


def test_the_second_card_is_asked_for_with_what_may_be_taken() -> None:
    """D4"""
    said = talk(SECOND, "l", "red")
    assert said.prompts[0] == "Second card? "
    assert "A face-up locomotive cannot be the second card." in said.text
    assert "You took red from the market." in said.text


def test_a_tunnel_shows_what_was_turned_up_and_is_paid() -> None:
    """U2, U8"""
    said = talk(TUNNEL, "y", "2")
    assert said.prompts[:2] == [
        "Pay 1 more, or decline? ",
        "Which? Enter for 1, 0 to think again: ",
    ]
    for part in ("Venezia – Zürich", "[G] green ×2", "Turned up", "1: 1 green", "2: 1 loco"):
        assert part in said.text
    assert "You claimed Venezia – Zürich for 1 locomotive: 2 points." in said.text


def test_a_tunnel_can_be_declined() -> None:
    """U5"""
    assert "You took the cards for Venezia – Zürich back." in talk(TUNNEL, "n").text


def test_a_choice_can_be_taken_by_enter_thought_over_or_mistyped() -> None:
    assert "for 3 red: 4 points" in talk(EUROPE, "kyi smo", "").text
    again = talk(EUROPE, "kyi smo", "0", "kyi smo", "9", "kyi smo", "2")
    assert "There is no number 9 in the list." in again.text
    assert "for 2 red and 1 locomotive: 4 points" in again.text


def last_key_of_tickets(said: Talk) -> str:
    return [line for line in said.text.splitlines() if "draw 3 tickets" in line][-1].split()[1]


def test_numbers_mean_the_list_that_was_shown_last() -> None:
    """The long list has other numbers than the short one; each holds while it is looked at."""
    short = talk(EUROPE)
    key = last_key_of_tickets(short)
    assert "Keep which" in talk(EUROPE, key).prompts[1]
    other = last_key_of_tickets(talk(EUROPE, "claims"))
    assert int(other) > int(key)
    assert "Keep which" in talk(EUROPE, "claims", other).prompts[2]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Type a number from the list, or `help`."),
        ("help", "the beginning of a name is enough"),
        ("?", "the beginning of a name is enough"),
        ("map", "Amsterdam"),
        ("map par", "Bruxelles 2 red■/yellowx"),
        ("map atlantis", 'There is no city "atlantis"'),
        ("rules", "A tunnel turns up 3 cards from the pile."),
        ("look", "Market"),
        ("save", "Save where?"),
        ("gibberish", "could not be understood"),
        ("red blue green", "There is no route"),
        ("frankfurt munchen", "has been claimed already"),
    ],
)
def test_whatever_is_typed_the_game_goes_on(typed: str, says: str) -> None:
    said = talk(EUROPE, typed, "deck")
    assert says in said.text
    assert "You drew" in said.text


def test_the_log_tells_the_game_so_far() -> None:
    game = Game("new-york", 2, seed=1)
    said = Talk(game, "1", "deck", "deck", "log")
    said.run()
    assert said.text.count("You kept") == 2
    assert said.text.count("You drew") >= 2 + 1


def test_the_end_of_the_input_ends_the_session_and_not_the_program() -> None:
    said = talk(EUROPE, "deck")
    assert "The input ended at ply 1." in said.text


def test_quitting_offers_to_save_and_the_file_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    path_typed = str(path.with_suffix(""))
    game = Game("new-york", 2, seed=1)
    said = Talk(game, "1", "deck", "quit", "/no/such/folder/x", path_typed)
    text = said.run()
    assert "cannot be written" in text
    assert f"Saved the game up to ply {game.ply} in {path}." in text
    assert "You left at ply" in text
    record = load(path)
    record.verify()
    assert len(record) == game.ply


def test_saving_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    path.write_text("mine")
    said = Talk(Game("new-york", 2, seed=1), f"save {path}", "quit", "")
    assert "exists already" in said.run()
    assert path.read_text() == "mine"


def test_a_game_that_is_saved_as_it_goes_is_on_disk_at_every_moment(tmp_path: Path) -> None:
    path = tmp_path / "live.wst"
    game = Game("new-york", 2, seed=1)
    said = Talk(game, "1", "deck", "deck", "quit")
    with RecordWriter(path, game) as writer:
        said.session.writer = writer
        said.run()
        assert len(load(path)) == game.ply > 3
    assert "Save the game" not in " ".join(said.prompts)
    assert f"The game is in {path}." in said.text


def test_a_bot_that_fails_is_named_and_the_game_goes_on() -> None:
    def broken(seed: Seed) -> Bot:
        raise RuntimeError("no model")

    game = Game("new-york", 2, seed=1)
    said = Talk(game, "1", "deck", "deck")
    said.session.bots = {1: Seated("mine", broken, 1)}
    text = " ".join(said.run().split())
    assert "mine in seat 1 failed at ply 1: it raised RuntimeError: no model" in text
    assert "from now on it plays at random" in text
    assert game.ply > 5


class Lazy(Talk):
    """Somebody who types 1 wherever that is possible."""

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if prompt.startswith("Save"):
            return ""
        return "1 2" if prompt == "Keep which, at least 2? " else "1"


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("board", board_names())
def test_a_whole_game_is_played_to_the_score(board: str, seat: int) -> None:
    game = Game(board, 3, seed=2, first="chance")
    text = Lazy(game, seat=seat).run()
    assert game.over
    total = next(line for line in text.splitlines() if line.startswith("total"))
    assert total.split()[1:] == [str(points) for points in game.score().totals]
    assert text.rstrip().splitlines()[-1].endswith(".")
    assert "win" in text


def test_what_is_shown_is_only_what_the_seat_may_know() -> None:
    """H4: in two worlds that a seat cannot tell apart it is shown the same."""
    position = EUROPE.replace("Bob:", "Bob: hand 4 white 3 black; tickets athina-wilno;")
    game = Game.from_text(position)
    other = game.view(0).sample(seeded("another world"))
    assert other.position != game.position
    assert Talk(game, "map", "claims").run() == Talk(other, "map", "claims").run()
