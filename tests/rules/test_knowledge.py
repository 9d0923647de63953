"""What each player may know (H1–H4) and what spectators see (V2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from tests.rules.positions import claim, everything, hand, line, names, read, scarce, start
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.memory import Memory
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State

EVERYONE = (0, 1, None)


def views(game: Game) -> list[View]:
    return [game.view(who) for who in EVERYONE]


# Public


def test_market_and_sizes_are_public(board: str) -> None:
    """H1"""
    game = read(
        board,
        "market: blue green black orange locomotive\ndiscards: 2 blue 1 orange\n"
        "Ann: hand 2 blue 1 black\nBob: hand 1 green 1 locomotive",
    )
    deck = game.board.deck_size
    for view in views(game):
        assert view.market == ("blue", "green", "black", "orange", "locomotive")
        assert view.pile == deck - 5 - 3 - 5
        assert view.discards == {"blue": 2, "orange": 1}
        assert [player.cards for player in view.players] == [3, 2]
        assert view.ticket_pile == len(game.board.tickets)


def test_trains_stations_points_and_owners_are_public() -> None:
    """H1"""
    game = read(
        "europe",
        "Ann: routes berlin-wien petrograd-stockholm; stations paris\nBob: routes moskva-smolensk",
    )
    board = game.board
    for view in views(game):
        assert [(p.trains, p.stations, p.points) for p in view.players] == [
            (45 - 11, 2, 25),
            (45 - 2, 3, 2),
        ]
        owners = {r.id: o for r, o in zip(board.routes, view.owners, strict=True) if o is not None}
        assert owners == {"berlin-wien": 0, "petrograd-stockholm": 0, "moskva-smolensk": 1}
        stations = zip(board.cities, view.station_owners, strict=True)
        assert {c.id: o for c, o in stations if o is not None} == {"paris": 0}


def test_every_claim_is_public_with_the_cards_used(board: str) -> None:
    """H1"""
    game = read(board, "Ann: hand 2 blue 1 locomotive 2 black")
    action = claim(game, "1 black 1 locomotive")
    game.play(action)
    for who in EVERYONE:
        seen = game.events(who)
        paid = {event["card"]: event["count"] for event in seen if event.name == "paid"}
        assert paid == {"black": 1, "locomotive": 1}
        claimed = next(event for event in seen if event.name == "claimed")
        assert (claimed["seat"], claimed["route"], claimed["points"]) == (0, action.split()[1], 2)


def test_cards_seen_going_into_a_hand_are_remembered_for_all(board: str) -> None:
    """H1: until they are seen leaving it."""
    game = read(board, "market: black blue green orange orange\npile: black black orange ...")
    game.play("draw black")
    game.play("draw deck")
    for view in views(game):
        assert view.players[0].known == {"black": 1}
        assert view.players[0].cards == 2
    game.play("draw blue")
    game.play("draw green")
    game.play(claim(game, "1 black"))
    for view in views(game):
        assert [dict(player.known) for player in view.players] == [{}, {"blue": 1, "green": 1}]


def test_what_a_tunnel_turns_up_and_what_was_laid_down_are_public() -> None:
    """H1, U1"""
    game = read("europe", "pile: blue red locomotive ...\nAnn: hand 4 blue 1 red")
    game.play("claim munchen-venezia 2 blue")
    for who in EVERYONE:
        turned = [event["card"] for event in game.events(who) if event.name == "revealed"]
        assert turned == ["blue", "red", "locomotive"]
        tunnel = game.view(who).tunnel
        assert tunnel is not None
        assert (tunnel.route.id, tunnel.laid, tunnel.extra) == ("munchen-venezia", {"blue": 2}, 2)
        assert sorted(tunnel.revealed) == ["blue", "locomotive", "red"]


def test_whose_turn_it_is_and_how_near_the_end_is_public(board: str) -> None:
    """H1"""
    game = read(board, "turn: Bob\nlast round: 2")
    for view in views(game):
        assert (view.turn, view.waiting, view.phase, view.turns_left) == (1, (1,), "turn", 2)


# Private


def test_a_seat_sees_its_own_cards_and_tickets(board: str) -> None:
    """H2"""
    ticket, other = (t.id for t in load_board(board).tickets[-2:])
    game = read(
        board,
        f"Ann: hand 2 blue 1 locomotive; tickets {ticket}\nBob: hand 1 black; tickets {other}",
    )
    assert hand(game, 0) == {"blue": 2, "locomotive": 1}
    assert [t.id for t in game.view(0).tickets] == [ticket]
    assert hand(game, 1) == {"black": 1}
    assert [t.id for t in game.view(1).tickets] == [other]


def test_of_other_seats_neither_cards_nor_tickets_are_in_a_view(board: str) -> None:
    """H2, H4"""
    ticket = load_board(board).tickets[-1].id
    game = read(
        board,
        f"market: green green black black black\nBob: hand 3 orange 1 locomotive; tickets {ticket}",
    )
    for who in (0, None):
        view = game.view(who)
        assert (view.hand, view.tickets, view.offer) == ({}, (), ())
        assert [(p.hand, p.held, dict(p.known)) for p in view.players] == [(None, None, {})] * 2
        # The pools say which cards have not been seen, the same for every hand of Bob's.
        told = everything(replace(view, pools=()))
        for secret in (ticket, "orange", "locomotive"):
            assert secret not in told


def test_the_legal_actions_of_a_seat_are_its_own_secret(board: str) -> None:
    """H2: what can be paid tells what is held."""
    game = read(board, "Ann: hand 6 blue 2 locomotive")
    assert len(game.view(0).legal) > 6
    assert [len(game.view(who).legal) for who in (1, None)] == [0, 0]


def test_offers_are_seen_by_their_own_seat_alone(board: str) -> None:
    """H2, S4"""
    game = Game(board, 3, seed=6)
    offers = [[ticket.id for ticket in game.view(seat).offer] for seat in range(3)]
    assert all(offers)
    for who in (0, 1, 2, None):
        sent = everything(game.view(who)) + str(game.events(who))
        foreign = [t for seat, offer in enumerate(offers) if seat != who for t in offer]
        assert not [ticket for ticket in foreign if ticket in sent]


def test_the_cards_dealt_are_seen_by_their_own_seat_alone(board: str) -> None:
    """H2"""
    game = Game(board, 3, seed=6)
    for who in (0, 1, 2, None):
        dealt = [event for event in game.events(who) if event.name == "dealt"]
        assert len(dealt) == 3 * game.board.rules.hand
        assert {e["seat"] for e in dealt if "card" in e.params} == ({who} - {None})


# Known to nobody


def reachable(thing: Any, seen: set[int]) -> Iterator[Any]:
    """Everything that can be got at by attributes and items from a view."""
    if id(thing) in seen or isinstance(thing, type):
        return
    seen.add(id(thing))
    yield thing
    parts: list[Any] = []
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, tuple | list | set | frozenset):
        parts = list(thing)
    elif is_dataclass(thing):
        parts = [getattr(thing, field.name) for field in fields(thing)]
    else:
        names_ = [*getattr(type(thing), "__slots__", ()), *getattr(thing, "__dict__", {})]
        parts = [getattr(thing, name) for name in names_ if hasattr(thing, name)]
    for part in parts:
        yield from reachable(part, seen)


def test_neither_state_nor_luck_can_be_reached_from_a_view(board: str) -> None:
    """H3, H4: secrets are absent, not hidden."""
    game = start(board)
    game.play("draw deck")
    for view in views(game):
        found = list(reachable(view, set()))
        assert len(found) > 100
        assert not [x for x in found if isinstance(x, Game | State | Chance | Rng | Memory)]


def test_no_seed_is_in_a_view_or_an_event(board: str) -> None:
    """H3, H4: who holds the seed holds the deck."""
    game = start(board, seed=918273645)
    for who in EVERYONE:
        assert "918273645" not in everything(game.view(who)) + str(game.events(who))


# Two games that a seat cannot tell apart


def secret_orders(board: str) -> Iterator[dict[str, Any]]:
    """Deals that differ only in what Ann cannot know: the hand of Bob, his tickets, the piles."""
    chosen = load_board(board)
    each, rules = chosen.rules.hand, chosen.rules
    plain = Game(board, seed=21)
    cards = [chosen.cards[i] for i in plain.cards]
    tickets = [chosen.tickets[i].id for i in plain.ticket_order]
    yield {"cards": cards, "tickets": tickets}
    # The hand of Bob changes places with cards at the bottom, and those beside them turn over.
    cards[each : 2 * each], cards[-each:] = cards[-each:], cards[each : 2 * each]
    cards[-20:-each] = cards[-20:-each][::-1]
    regular = [x for x in tickets if not (chosen.ticket_by_id[x].long and rules.opening_long)]
    long = [x for x in tickets if x not in regular]
    # Bob's long ticket and the ones out of the game; Bob's regular ones and the deck's last.
    long[1:] = long[:0:-1]
    dealt = rules.opening_regular
    regular[dealt : 2 * dealt], regular[-dealt:] = regular[-dealt:], regular[dealt : 2 * dealt]
    yield {"cards": cards, "tickets": long + regular}


@pytest.mark.parametrize("luck", range(4))
def test_games_that_differ_only_in_secrets_look_the_same_to_a_seat(board: str, luck: int) -> None:
    """H4, S4"""
    one, two = (Game(board, ["Ann", "Bob"], seed=1, **order) for order in secret_orders(board))
    assert everything(one.view(1)) != everything(two.view(1))
    rng = seeded(luck, "test")
    for _ in range(10):
        seat = one.waiting[rng.below(len(one.waiting))]
        legal = sorted({*map(str, one.legal_for(seat))} & {*map(str, two.legal_for(seat))})
        action = legal[rng.below(len(legal))]
        one.play(action, seat)
        two.play(action, seat)
        for who in (0, None):
            assert everything(one.view(who)) == everything(two.view(who))
            assert list(map(str, one.events(who))) == list(map(str, two.events(who)))
    assert line(one, "pile") != line(two, "pile")


def test_a_tunnel_that_cannot_be_paid_looks_like_one_that_will_not_be_paid() -> None:
    """H4, U5"""
    texts = []
    for ann in ("2 blue 2 green", "4 blue"):
        game = read(
            "europe", f"market: red red red red red\npile: blue blue black ...\nAnn: hand {ann}"
        )
        game.play("claim munchen-venezia 2 blue")
        assert game.phase == "tunnel"
        game.play("decline")
        texts.append([(everything(game.view(who)), game.events(who)) for who in (1, None)])
    assert texts[0] == texts[1]


# Counting what is left


def test_unseen_cards_are_all_cards_whose_place_a_seat_does_not_know(board: str) -> None:
    """H2"""
    game = scarce(board, "blue green black orange -", ann="2 blue")
    rest = hand(game, 1)
    assert {card: n for card, n in game.view(0).unseen().items() if n} == rest
    assert not any(game.view(1).unseen()[card] for card in ("green", "black"))


def test_with_two_players_an_empty_pile_tells_each_the_hand_of_the_other(board: str) -> None:
    """H1: what a seat can count out is not a secret from it."""
    game = scarce(
        board, "blue blue green green blue", pile="black", discards="3 orange", ann="2 green"
    )
    game.play("draw deck")
    assert game.view(1).certain(0) == {"green": 2, "black": 1}
    assert game.view(0).certain(1) == hand(game, 1)


def test_but_it_does_not_tell_a_spectator(board: str) -> None:
    """V2, H4: a spectator sees only what all hands together hold."""
    texts = []
    for ann in ("2 green 1 blue", "2 blue 1 green"):
        game = scarce(board, "blue blue green green blue", "black", "3 orange", ann)
        game.play("draw deck")
        texts.append(everything(game.view(None)))
    assert texts[0] == texts[1]


# Spectators


def test_a_spectator_sees_what_is_public_and_nothing_else(board: str) -> None:
    """V2"""
    game = start(board, 3)
    for _ in range(9):
        game.play(str(game.legal[1]))
    spectator, seated = game.view(None), game.view(1)
    assert (spectator.hand, spectator.tickets, spectator.offer) == ({}, (), ())
    assert len(spectator.legal) == 0
    assert all(draw.tickets is None and draw.places is None for draw in spectator.draws)
    for field in fields(View):
        if field.name not in ("seat", "hand", "tickets", "draws", "pools", "legal"):
            assert getattr(spectator, field.name) == getattr(seated, field.name), field.name


def test_after_the_end_everyone_sees_everything(board: str) -> None:
    """V2; that players see it too is our decision."""
    one, other = (t.id for t in load_board(board).tickets[-2:])
    game = read(
        board,
        f"last round: 1\npile: green green ...\nAnn: hand 2 blue; tickets {one}\n"
        f"Bob: hand 1 black; tickets {other}",
    )
    assert all(view.score is None for view in views(game))
    game.play("draw deck")
    game.play("draw deck")
    assert names(game, None)[-1] == "ended"
    for view in views(game):
        assert [player.hand for player in view.players] == [{"blue": 2, "green": 2}, {"black": 1}]
        assert [[t.id for t in p.held or ()] for p in view.players] == [[one], [other]]
        assert view.score == game.score()
