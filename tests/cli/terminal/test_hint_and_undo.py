"""`hint` says what the planner would do, and `undo` takes a decision back without a gift."""

import re
from pathlib import Path

import pytest

from tests.cli.terminal.positions import TUNNEL
from tests.cli.terminal.test_session import Talk
from whistlestop.bots import make_bot
from whistlestop.bots.advice.advice import REASONS
from whistlestop.cli.terminal.hint import WORDS
from whistlestop.engine.game import Game
from whistlestop.record import RecordWriter, load

pytestmark = pytest.mark.slow


def started(board: str = "new-york", seed: int = 1) -> Game:
    return Game(board, ["Ann", "Bob"], seed=seed)


def test_every_reason_has_its_words() -> None:
    assert set(WORDS) == set(REASONS)


@pytest.mark.parametrize("typed", [(), ("1",), ("1", "deck"), ("1", "deck", "deck")])
def test_a_hint_is_what_the_planner_does_and_can_be_typed(typed: tuple[str, ...]) -> None:
    said = Talk(started(), *typed, "hint")
    said.run()
    game = said.session.game
    chosen = make_bot("planner", seed=0).choose(game.view(0))
    (hinted,) = re.findall(r"The planner would type `(.+?)`:", " ".join(said.text.split()))
    assert hinted == str(chosen)
    ply = game.ply
    said.typed = [hinted]
    said.run()
    assert said.session.game.plies[ply].action == chosen


def test_a_hint_in_a_tunnel_gives_a_reason() -> None:
    text = Talk(Game.from_text(TUNNEL), "hint").run()
    assert re.search(r"would type `(pay .+|decline)`: the (tunnel|cards)", text)


def test_undo_goes_back_to_before_the_last_decision() -> None:
    said = Talk(started(), "1", "deck", "deck", "undo", "undo")
    said.run()
    game = said.session.game
    # The first undo takes the second card back, the next one the first; rivals' moves go along.
    assert game.phase == "turn"
    assert [str(ply.action) for ply in game.plies if ply.seat == 0] == ["keep 1"]
    assert said.text.count("Taken back.") == 2
    assert said.prompts[-1] == "Your turn? "


def test_what_was_seen_is_shuffled_again_each_time_otherwise() -> None:
    orders = []
    for times in range(8):
        said = Talk(started(), "1", *["deck", "undo"] * times)
        said.run()
        game = said.session.game
        pile = []
        for _ in range(2):
            at = game.ply
            game.play("draw deck", 0)
            pile += game.got(at)
        orders.append(tuple(pile))
    # Whoever looks at the top card and takes it back meets another order, never a known one.
    assert len(set(orders)) > 2


def test_after_an_undo_the_game_goes_on_and_its_record_replays(tmp_path: Path) -> None:
    path = tmp_path / "evening.wst"
    game = started()
    said = Talk(
        game, "1", "deck", "deck", "deck", "undo", "undo", "deck", "tickets", "deck", "quit"
    )
    with RecordWriter(path, game) as writer:
        said.session.writer = writer
        said.run()
    record = load(path)
    record.verify()
    assert record.game.position == said.session.game.position
    assert [str(p.action) for p in record.game.plies] == [
        str(p.action) for p in said.session.game.plies
    ]
    assert [file.name for file in tmp_path.iterdir()] == ["evening.wst"]


def test_a_game_that_began_in_the_middle_goes_back_too() -> None:
    said = Talk(Game.from_text(TUNNEL), "decline", "undo")
    said.run()
    assert "Taken back." in said.text
    assert said.session.game.phase == "tunnel"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("undo",), "You have not decided anything yet."),
        (("1", "undo"), "The tickets kept at the opening stay"),
        (("1", "deck", "undo", "undo"), "The tickets kept at the opening stay"),
    ],
)
def test_an_undo_that_cannot_be_is_refused_in_a_sentence(typed: tuple[str, ...], says: str) -> None:
    said = Talk(started(), *typed)
    assert says in " ".join(said.run().split())


def test_help_names_both() -> None:
    text = Talk(started(), "help").run()
    assert "hint  " in text
    assert "undo  " in text


def test_many_take_backs_do_not_keep_a_game_from_going_on() -> None:
    said = Talk(started("europe", 3), "1 2", *["hint", "deck", "undo", "deck"] * 30)
    said.run()
    assert said.session.game.ply > 30
