"""Playing on from a ply of a game: as everything lay there, or dealt anew from what a seat knew.

A fork is a game with the past of another one. Dealt anew, all that the seat could not know at that
ply is dealt again from its view, and every later shuffle has another luck. Invariant: two games
that look the same to the seat give the same fork by the same seed, so a fork tells nothing that the
seat did not know; and the same fork of the same game is the same game again, so a record replays.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from whistlestop.engine.checked_setup import Seed, check_setup, player_names, seed_of
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.engine.state.chacha import CHACHA_VERSION
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import RNG_VERSION, generator

if TYPE_CHECKING:
    from whistlestop.engine.game import Game

# The way of dealing anew (`knowledge.sampling`). Records hold the seed and not the cards, so
# whoever deals otherwise must give that a new number and keep this one.
DEALING = 1
# Forks of forks: each one is dealt again when the game is replayed.
MOST_FORKS = 16


class Fork(NamedTuple):
    """Where a game left another one: after how many plies and `shuffles`, and which `game`, by the
    digest of its record if it was over. Dealt anew for the eyes of `seat` by a seed, which may
    follow from a proven `deal`; without a seat everything is as it lay."""

    ply: int
    game: str | None = None
    seat: int | None = None
    seed: Seed | None = None
    deal: ProvenDeal | None = None
    shuffles: int = 0

    @property
    def rng(self) -> int:
        """The version of the generator that deals."""
        return RNG_VERSION if self.deal is None else CHACHA_VERSION


def luck_of(game: Game) -> tuple[int, Seed | None]:
    """Version and seed of the generator behind whatever is shuffled from here on."""
    dealt = [fork for fork in game.forks if fork.seat is not None]
    # Who forks a game may know its seed, so nothing that is dealt anew follows from that one.
    return (dealt[-1].rng, dealt[-1].seed) if dealt else (game.rng, game.seed)


def newest_deal(dealt: ProvenDeal | None, forks: Sequence[Fork]) -> ProvenDeal | None:
    """The proven deal behind the hidden cards: the game's own, or that of its newest fork, which
    proves nothing where everything is as it lay."""
    return forks[-1].deal if forks else dealt


def fork_game(
    game: Game,
    ply: int | None,
    seat: int | None,
    seed: Seed | None,
    deal: ProvenDeal | None,
    players: Sequence[str] | None,
) -> Game:
    """The fork of a game. Raises SetupError."""
    _check_place(game, ply, seat)
    names = game.names if players is None else player_names(game.board, players)
    if len(names) != len(game.names):
        raise SetupError("bad_players", f"The game is one of {len(game.names)} players.")
    luck = _seed(seat, seed, deal, len(names))
    then = played_until(game, game.ply if ply is None else ply, names)
    if then.over:
        raise SetupError("game_over", "The game is over at that ply: go back to an earlier one.")
    if len(then.forks) >= MOST_FORKS:
        raise SetupError("too_many_forks", f"A game is forked {MOST_FORKS} times at most.")
    digest = game.record.digest if game.over else None
    take_fork(then, Fork(then.ply, digest, seat, luck, deal, len(then.shuffles)))
    return then


def _check_place(game: Game, ply: int | None, seat: int | None) -> None:
    if not game.dealt:
        raise SetupError("not_dealt", "This game began in the middle: copy it to play it twice.")
    if ply is not None and (type(ply) is not int or not 0 <= ply <= game.ply):
        sentence = f"There is no ply {ply!r:.40}; the game has plies 0 to {game.ply}."
        raise SetupError("no_such_ply", sentence)
    last = len(game.names) - 1
    if seat is not None and (type(seat) is not int or not 0 <= seat <= last):
        sentence = f"There is no seat {seat!r:.40}; seats are 0 to {last}."
        raise SetupError("no_such_seat", sentence)


def _seed(
    seat: int | None, seed: Seed | None, deal: ProvenDeal | None, players: int
) -> Seed | None:
    """What a seat's unknown is dealt by; nothing where everything stays as it lay."""
    check_setup(seed, None, None)
    if seat is not None:
        given = seed_of(deal, players, seed)
        return given or (secrets.randbits(48) if seed is None else seed)
    if seed is not None or deal is not None:
        raise SetupError(
            "bad_seed", "A seed deals anew what a seat could not know: name the seat as well."
        )
    return None


def played_until(game: Game, ply: int, names: tuple[str, ...] | None = None) -> Game:
    """The game as it was after so many plies, with its forks and shuffles up to there."""
    names = game.names if names is None else names
    if ply == game.ply:
        now = game.copy()
        now.names = names
        return now
    again = _dealt_again(game, names)
    follow(again, game)
    for number, step in enumerate(game.plies[:ply]):
        again.advance(step.action, step.seat, got=game.got(number) if game.seed is None else None)
        follow(again, game)
    return again


def _dealt_again(game: Game, names: tuple[str, ...]) -> Game:
    cards = tickets = None
    if any(game.explicit):
        cards = [game.board.cards[card] for card in game.cards]
        tickets = [game.board.tickets[ticket].id for ticket in game.ticket_order]
    return type(game)(
        game.board,
        names,
        seed=game.seed if game.deal is None else None,
        first=game.first,
        cards=cards,
        tickets=tickets,
        rng=game.rng,
        deal=game.deal,
    )


def follow(again: Game, game: Game) -> None:
    """Fork and shuffle a game that is played again as the other was at this ply."""
    take_forks_here(again, game.forks)
    for step in game.shuffles[len(again.shuffles) :]:
        if step.ply != again.ply:
            break
        again.shuffle_again(
            cards="cards" in step.piles, tickets="tickets" in step.piles, again=step.again
        )
        take_forks_here(again, game.forks)


def take_forks_here(game: Game, forks: Sequence[Fork]) -> None:
    """Take those forks that a game, which is played again, has just come to."""
    for fork in forks[len(game.forks) :]:
        if (fork.ply, fork.shuffles) != (game.ply, len(game.shuffles)):
            return
        take_fork(game, fork)


def take_fork(game: Game, fork: Fork) -> None:
    """Make the game here and now the fork."""
    from whistlestop.engine.knowledge.sampling import sample_game

    if game.over:
        raise IllegalAction("game_over", "The game is over: there is nothing left to play.")
    if fork.seat is not None:
        world = sample_game(game.view(fork.seat), generator(fork.rng, fork.seed, "anew"))
        game.state, game.memory = world.state, world.memory
        game.chance = Chance(generator(fork.rng, fork.seed, "anew/shuffles"))
    game.forks = (*game.forks, fork)
