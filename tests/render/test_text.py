"""Views as plain text: what is read can be typed, nothing is wider than asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.render.seen import views
from whistlestop.engine.game import Game
from whistlestop.model.actions import parse_action
from whistlestop.render import view_text

BOARDS = (("usa", 5), ("europe", 3), ("new-york", 4), ("london", 2))


@pytest.mark.parametrize(("name", "players"), BOARDS)
@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_no_line_is_wider_than_asked(name: str, players: int, width: int) -> None:
    for view in views(name, players):
        assert max(map(len, view_text(view, width).splitlines())) <= width


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_there_are_no_colour_codes_and_no_trailing_blanks(name: str, players: int) -> None:
    for view in views(name, players):
        text = view_text(view)
        assert "\x1b" not in text
        assert all(line == line.rstrip() for line in text.splitlines())


def test_the_text_of_a_known_position() -> None:
    game = Game.from_text(
        """
        board: usa
        players: Ann, Bob
        turn: Ann
        market: red red blue white green
        pile: ...
        tickets: ...
        Ann: hand 3 red 1 locomotive; tickets boston-miami; routes boston-new_york:red
        Bob: hand 2 blue; tickets dallas-new_york; routes el_paso-santa_fe, denver-santa_fe
        """
    )
    assert view_text(game.view(0), 80).splitlines()[:15] == [
        "North America · ply 0 · Ann to move · seen by Ann",
        "",
        "    player  trains  cards  tickets  points",
        "> ● Ann         43      4        1       2",
        "  ■ Bob         41      2        1       4",
        "",
        "market    red, red, blue, white, green",
        "piles     99 cards, 0 discarded, 67 tickets",
        "hand      4 cards: 3 red, 1 locomotive",
        "",
        "tickets   0 of 1 complete",
        "      [ ] Boston – Miami, 12",
        "",
        "your own: boston-new_york:red 2",
        "Bob: denver-santa_fe 2, el_paso-santa_fe 2",
    ]


def test_a_complete_ticket_is_crossed() -> None:
    view = next(v for v in views("usa", 5) if v.seat == 0 and v.tickets)
    done = view_text(replace(view, owners=(0,) * len(view.owners)))
    assert done.count("[x]") == len(view.tickets)
    assert "[ ]" not in done


def test_an_offer_is_numbered_as_it_is_answered() -> None:
    view = Game("europe", players=2, seed=1).view(0)
    text = view_text(view)
    assert "keep at least 2" in text
    for i, ticket in enumerate(view.offer, 1):
        assert f"{i}. {ticket.a.name} – {ticket.b.name}, {ticket.points}" in text


def test_a_tunnel_tells_what_was_turned_up() -> None:
    view = next(v for v in views("europe", 3) if v.phase == "tunnel")
    assert view.tunnel is not None
    text = " ".join(view_text(view).split())
    assert f"{view.tunnel.route}: " in text
    assert f"{', '.join(view.tunnel.revealed)} turned up" in text


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_what_may_be_done_is_told_in_words_that_parse(name: str, players: int) -> None:
    for view in views(name, players):
        line = " ".join(view_text(view).partition("\nyou may")[2].split())
        told = [part.partition(" …")[0] for part in line.split(" | ")] if line else []
        assert all(parse_action(text) in view.legal for text in told)
        assert bool(told) == bool(len(view.legal))


def test_a_spectator_reads_no_secrets() -> None:
    for view in views("usa", 5):
        if view.seat is None and not view.over:
            lines = view_text(view).splitlines()
            assert not any(line.startswith(("hand", "tickets", "offered")) for line in lines)


def test_the_end_tells_points_item_by_item() -> None:
    over = views("new-york", 4)[-1]
    assert over.score is not None
    text = view_text(over)
    for seat in over.score.seats:
        assert str(seat.total) in text
        for item, points in seat.items().items():
            assert f"{item} {points:+d}" in text
    assert "wins" in text or "share the win" in text
