"""Another history that a seat could not tell from the one that happened.

The engine deals anew what tickets a view leaves unknown (`knowledge/sampling`); here that world is
told as a history: tickets that others were offered change, and with them which places they kept.
So do the cards that others drew blind: those of one pile change places, among them and with what
still lies in it, as often as it takes to forget where they were, and only so that everybody could
still pay for what they have paid for. So every such order of the cards is equally likely.
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.memory import Memory, TicketDraw
from whistlestop.engine.state.event_kinds import DEALT, DREW, RESHUFFLED
from whistlestop.engine.state.flat_board import DECK_CODE, TICKETS_CODE
from whistlestop.engine.state.reading import pile_in
from whistlestop.engine.state.rng import Rng
from whistlestop.envs.chance_game import CARD, ChanceGame

TRIES = 200
EXCHANGES = 20
"""How often each card is offered for an exchange: far more than a shuffle by exchanges needs."""


def resampled(chance_game: ChanceGame, seat: int, rng: Rng) -> list[int]:
    """A history after which the seat has heard exactly what it has heard in this one."""
    game = chance_game.game
    assert game is not None, "a seat decides after the deal"
    view = game.view(seat)
    for _ in range(TRIES):
        try:
            found = _Retelling(chance_game, seat, view.sample(rng), rng).tell()
        except (IllegalAction, StopIteration, IndexError):
            continue
        if found.heard[seat] == chance_game.heard[seat] and not found.odds:
            return found.history
    raise IllegalAction("no_other_world", "No other history was found that fits what was seen.")


class _Retelling:
    """The same game once more, with a sampled world in place of what the seat did not see."""

    def __init__(self, told: ChanceGame, seat: int, world: Game, rng: Rng) -> None:
        self.told = told
        self.seat = seat
        self.twin = ChanceGame(told.setting)
        players = range(told.setting.players)
        game = told.game
        assert game is not None
        blind = Blind(game)
        blind.shuffle(seat, rng)
        self.blind = {who: iter(blind.cards[who]) for who in players}
        self.draws: dict[int, list[TicketDraw]] = {who: [] for who in players}
        for draw in world.memory.draws:
            if draw.seat >= 0:
                self.draws[draw.seat].append(draw)
        # Which of its draws each seat has come to.
        self.number = dict.fromkeys(players, 0)
        self.world = world
        self.dealt = 0

    def tell(self) -> ChanceGame:
        """Walk through the history, and answer otherwise where the seat could not see."""
        twin = self.twin
        for number in self.told.history:
            if twin.odds:
                twin.answer(self._answer(number))
            else:
                twin.play(self._action(number))
        return twin

    def _answer(self, number: int) -> int:
        who = self._asked()
        if who is None or who == self.seat:
            return number
        if self.twin.asks == CARD:
            return next(self.blind[who])
        draw = self.draws[who][self.number[who]]
        at = self.twin.tickets_told
        return draw.tickets[at % len(draw.tickets) if self.twin.game is None else at]

    def _asked(self) -> int | None:
        """The seat that alone sees what chance answers now; None if all do."""
        twin, t = self.twin, self.twin.setting.flat
        if twin.game is not None:
            return twin.game.turn if twin.waiting in (DECK_CODE, TICKETS_CODE) else None
        at, self.dealt = self.dealt, self.dealt + 1
        if twin.asks == CARD:
            return at // int(t.hand) if at < int(t.players * t.hand) else None
        return twin.tickets_told // int(t.opening_long + t.opening_regular)

    def _action(self, number: int) -> int:
        """Which places somebody kept is a secret."""
        twin, t = self.twin, self.twin.setting.flat
        assert twin.game is not None
        who = twin.game.turn
        self.number[who] += number == TICKETS_CODE
        if who == self.seat or not int(t.keep_code) <= number < int(t.pay_code):
            return number
        return _keep_code(self.world, who, self.draws[who][self.number[who]])


class Slot(NamedTuple):
    """Where a card lies that not everybody has seen: the `at`-th blind one of a seat, or the pile.

    The pile has the number after that of the last seat.
    """

    who: int
    at: int


class Blind:
    """The cards that seats have drawn blind, in order; last of all the newest pile."""

    def __init__(self, game: Game) -> None:
        t = game.flat
        self.pile = int(t.players)
        self.cards: list[list[int]] = [[] for _ in range(self.pile + 1)]
        # For each pile that there was the slots its cards lie in now.
        self.piles: list[list[Slot]] = [[]]
        # What each seat has played of each kind: after how many of its blind cards it was how many.
        self.played: list[dict[int, list[tuple[int, int]]]] = [{} for _ in self.cards]
        self._read(game)
        self.cards[self.pile] = list(pile_in(t, game.state.bytes))
        self.piles[-1] += [Slot(self.pile, at) for at in range(len(self.cards[self.pile]))]

    def _read(self, game: Game) -> None:
        memory = Memory.blank(game.flat)
        for event in chain(game.deal_events, *(ply.events for ply in game.plies)):
            known = len(memory.shown)
            memory.follow([event])
            kind, who, card, _ = event
            if kind in (DREW, DEALT):
                self.piles[-1].append(Slot(who, len(self.cards[who])))
                self.cards[who].append(card)
            elif kind == RESHUFFLED:
                self.piles.append([])
            for show in memory.shown[known:]:
                self._play(show.seat, show.card, show.count)

    def _play(self, who: int, card: int, count: int) -> None:
        plays = self.played[who].setdefault(card, [])
        before = plays[-1][1] if plays else 0
        plays.append((len(self.cards[who]), before + count))

    def shuffle(self, viewer: int, rng: Rng) -> None:
        """Exchange cards that came out of one pile and that the viewer has not seen."""
        for pile in self.piles:
            slots = [slot for slot in pile if slot.who != viewer]
            for _ in range(EXCHANGES * len(slots)):
                one, two = (slots[rng.below(len(slots))] for _ in range(2))
                self._exchange(one, two)

    def _exchange(self, one: Slot, two: Slot) -> None:
        mine, theirs = self.cards[one.who], self.cards[two.who]
        card, other = mine[one.at], theirs[two.at]
        if card == other:
            return
        mine[one.at], theirs[two.at] = other, card
        if not (self._could_pay(one, card) and self._could_pay(two, other)):
            mine[one.at], theirs[two.at] = card, other

    def _could_pay(self, slot: Slot, card: int) -> bool:
        """Whether a seat that no longer has the card there still had what it played."""
        plays = self.played[slot.who].get(card, ())
        cards = self.cards[slot.who]
        return all(
            cards[:drawn].count(card) >= played for drawn, played in plays if drawn > slot.at
        )


def _keep_code(world: Game, who: int, draw: TicketDraw) -> int:
    """The code of what a seat kept; at the opening it is not open yet (S4)."""
    places = draw.kept
    if places is None:
        places = tuple(place - 1 for place in world.view(who).answer)
    return int(world.flat.keep_code) + sum(1 << place for place in places) - 1
