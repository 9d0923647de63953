"""Playing on from a ply: as it lay, or dealt anew from what a seat knew and from nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.engine.audit import audit
from tests.engine.play import either, every_board, every_table, step
from tests.engine.siblings import otherwise
from whistlestop.engine.errors import SetupError
from whistlestop.engine.forking import MOST_FORKS
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.engine.state.chance import Chance


def played(board: str, players: int, seed: int, plies: int = 10_000, rng: int = 1) -> Game:
    game, choices = Game(board, players, seed=seed, rng=rng), Random(seed)
    while not game.over and game.ply < plies:
        step(game, choices)
    return game


def to_the_end(game: Game, seed: int = 1) -> Game:
    choices = Random(seed)
    while not game.over:
        step(game, choices)
    return game


def future(game: Game) -> tuple[object, ...]:
    """All that a game's later course depends on."""
    return game.position, [game.view(s).to_json() for s in seats(game)], game.chance.rng.words()


def seats(game: Game) -> list[int | None]:
    return [None, *range(len(game.names))]


@pytest.mark.parametrize(("board", "players"), every_table()[:: either(1, 5)])
def test_a_fork_keeps_every_card_ticket_and_train_and_can_be_played_to_its_end(
    board: str, players: int
) -> None:
    game = played(board, players, 7)
    rng = Random(f"{board} {players}")
    for seat in (None, *range(players)):
        fork = game.fork(rng.randrange(game.ply), seat=seat)
        audit(fork.flat, fork.state)
        to_the_end(fork)
        audit(fork.flat, fork.state)


@pytest.mark.slow
@pytest.mark.parametrize("board", every_board()[:: either(1, 4)])
def test_at_every_kind_of_ply_the_seat_sees_what_it_saw_and_nobody_elses_past_changes(
    board: str,
) -> None:
    game = played(board, 3, 11)
    phases = set()
    for ply in range(0, game.ply, either(5, 17)):
        then = game.record.at(ply)
        phases.add(then.phase)
        seat = ply % 3
        fork = game.fork(ply, seat=seat, seed=5)
        assert fork.view(seat).to_json() == then.view(seat).to_json()
        assert fork.view(None).to_json() == then.view(None).to_json()
        assert fork.plies == then.plies
        assert (fork.ply, fork.waiting, fork.phase) == (ply, then.waiting, then.phase)
        audit(fork.flat, fork.state)
    assert {"opening", "turn", "second card"} <= phases


def test_as_it_lay_everything_goes_on_as_it_did() -> None:
    game = played("europe", 4, 3)
    for ply in (0, 3, 60, game.ply - 1):
        fork = game.fork(ply)
        assert future(fork) == future(game.record.at(ply))
        for done in game.plies[ply:]:
            fork.play(done.action, done.seat)
        assert (fork.position, fork.score()) == (game.position, game.score())


@pytest.mark.parametrize("rng", [1, 2])
def test_a_game_told_without_a_seed_or_with_the_other_generator_can_be_forked(rng: int) -> None:
    for game in (played("usa", 2, 5, rng=rng), told()):
        for seat in (None, 1):
            fork = game.fork(50, seat=seat, seed=None if seat is None else 3)
            assert fork.view(1).to_json() == game.record.at(50).view(1).to_json()
            to_the_end(fork)


def told() -> Game:
    """A game whose luck was told: it has an order of the cards and no seed."""
    game = played("new-york", 2, 9)
    cards = [game.board.cards[card] for card in game.cards]
    tickets = [game.board.tickets[ticket].id for ticket in game.ticket_order]
    again = Game("new-york", 2, cards=cards, tickets=tickets)
    for number, ply in enumerate(game.plies):
        again.play(ply.action, ply.seat, got=game.got(number))
    return again


@pytest.mark.parametrize("board", ["usa", "europe", "london", "new-york", "usa:mega"])
def test_a_fork_dealt_anew_depends_on_nothing_that_the_seat_cannot_know(board: str) -> None:
    """Two games that look the same to the seat give the same fork by the same seed."""
    rng = Random(board)
    found = 0
    for seed in range(either(40, 12)):
        game = played(board, 2 + seed % 3 if board != "london" else 2, seed, rng.randrange(90))
        if game.over:
            continue
        seat = rng.randrange(len(game.names))
        other = otherwise(game, seat, rng)
        if other is None:
            continue
        found += 1
        one, two = game.fork(seat=seat, seed=seed), other.fork(seat=seat, seed=seed)
        assert future(one) == future(two)
        assert game.position != other.position
    assert found >= either(12, 3)


def test_other_seeds_deal_otherwise_and_the_same_seed_deals_the_same() -> None:
    game = played("europe", 3, 3)
    one, same, other = (game.fork(80, seat=1, seed=seed) for seed in (4, 4, 5))
    assert future(one) == future(same)
    assert one.position != other.position
    assert game.fork(80, seat=1).position != game.fork(80, seat=1).position


def test_the_rivals_hands_and_tickets_and_the_pile_are_dealt_anew() -> None:
    game = played("usa", 2, 3)
    then = game.record.at(60)
    forks = [game.fork(60, seat=0, seed=seed) for seed in range(20)]
    assert len({str(fork.view(1).hand) for fork in forks}) > 10
    assert len({str([t.id for t in fork.view(1).tickets]) for fork in forks}) > 10
    assert len({fork.position for fork in forks} | {then.position}) == 21


def test_later_shuffles_follow_from_the_forks_seed_and_not_from_that_of_the_game() -> None:
    """Whoever knows the game that was forked knows its seed."""
    game = played("new-york", 2, 3)
    forks = [game.fork(20), *(game.fork(20, seat=0, seed=seed) for seed in (1, 2))]
    assert len({fork.chance.rng.words() for fork in forks}) == 3
    for fork in forks:
        fork.shuffle_again(cards=True, tickets=True)
    assert len({fork.chance.rng.words() for fork in forks}) == 3


def test_a_proven_deal_deals_a_fork_by_the_strong_generator() -> None:
    game = played("usa", 2, 3)
    deal = ProvenDeal("ab" * 32, ("a value", None))
    one, two = game.fork(40, seat=0, deal=deal), game.fork(40, seat=0, deal=deal)
    assert future(one) == future(two)
    assert one.forks[-1].seed == deal.seed
    assert one.forks[-1].rng == 2
    assert future(game.fork(40, seat=0, seed=deal.seed)) != future(one)


def test_forks_of_forks_go_on_from_any_ply_of_either_past() -> None:
    game = played("europe", 2, 3)
    first = to_the_end(game.fork(60, seat=0, seed=1))
    second = first.fork(90, seat=1, seed=2, players=["Ann", "Bob"])
    assert [fork.ply for fork in second.forks] == [60, 90]
    assert second.names == ("Ann", "Bob")
    assert second.view(1).data()["hand"] == first.record.at(90).view(1).data()["hand"]
    earlier = first.fork(30, seat=1, seed=2)
    assert [fork.ply for fork in earlier.forks] == [30]
    assert earlier.forks[0].game == first.record.digest
    for _ in range(MOST_FORKS - 2):
        second = second.fork()
    with pytest.raises(SetupError) as refusal:
        second.fork()
    assert refusal.value.code == "too_many_forks"


def test_the_game_that_is_forked_stays_as_it_is() -> None:
    game = played("usa", 2, 3, 50)
    before = future(game)
    to_the_end(game.fork(seat=1, seed=4))
    to_the_end(game.fork(20))
    assert future(game) == before
    assert game.forks == ()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"ply": -1}, "no_such_ply"),
        ({"ply": 10_000}, "no_such_ply"),
        ({"ply": "3"}, "no_such_ply"),
        ({"ply": True}, "no_such_ply"),
        ({}, "game_over"),
        ({"ply": 5, "seat": 2}, "no_such_seat"),
        ({"ply": 5, "seat": -1}, "no_such_seat"),
        ({"ply": 5, "seat": True}, "no_such_seat"),
        ({"ply": 5, "seed": 3}, "bad_seed"),
        ({"ply": 5, "seat": 0, "seed": 1.5}, "bad_seed"),
        ({"ply": 5, "seat": 0, "seed": 1, "deal": ProvenDeal("00" * 32, (None, None))}, "bad_deal"),
        ({"ply": 5, "seat": 0, "deal": ProvenDeal("00" * 32, (None,))}, "bad_deal"),
        ({"ply": 5, "players": ["Ann"]}, "bad_players"),
        ({"ply": 5, "players": ["Ann", "Bob", "Cid"]}, "bad_players"),
    ],
)
def test_what_cannot_be_forked_is_refused_in_one_sentence(wrong: dict[str, Any], code: str) -> None:
    game = played("usa", 2, 3)
    with pytest.raises(SetupError) as refusal:
        game.fork(**wrong)
    assert refusal.value.code == code
    assert refusal.value.sentence.endswith(".")


def test_a_game_that_began_in_the_middle_is_copied_and_not_forked() -> None:
    game = Game.from_text(played("usa", 2, 3, 40).position)
    with pytest.raises(SetupError) as refusal:
        game.fork()
    assert refusal.value.code == "not_dealt"


def test_a_copy_of_a_fork_is_that_fork() -> None:
    fork = played("usa", 2, 3).fork(40, seat=0, seed=1)
    copy = fork.copy()
    assert (copy.forks, future(copy)) == (fork.forks, future(fork))
    assert isinstance(copy.chance, Chance)
