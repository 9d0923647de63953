"""Another history that a seat could not tell from the one that happened.

The engine deals anew what a view leaves unknown (`knowledge/sampling`); here that world is told as
a history: cards that others drew blind and tickets that others were offered change, and with them
which places they kept. What others have played out of blind cards goes to their earliest blind
draws, what they would hold now to the later ones. After a reshuffle such a history may not be
possible; then another world is dealt.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.dealing import shuffled
from whistlestop.engine.knowledge.memory import Memory, TicketDraw
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.event_kinds import RESHUFFLED
from whistlestop.engine.state.flat_board import DECK_CODE, TICKETS_CODE
from whistlestop.engine.state.rng import Rng
from whistlestop.envs.chance_game import CARD, ChanceGame

TRIES = 200


def resampled(chance_game: ChanceGame, seat: int, rng: Rng) -> list[int]:
    """A history after which the seat has heard exactly what it has heard in this one."""
    game = chance_game.game
    assert game is not None, "a seat decides after the deal"
    view = game.view(seat)
    for _ in range(TRIES):
        try:
            found = _Retelling(chance_game, view, view.sample(rng), rng).tell()
        except (IllegalAction, StopIteration, IndexError):
            continue
        if found.heard[seat] == chance_game.heard[seat] and not found.odds:
            return found.history
    raise IllegalAction("no_other_world", "No other history was found that fits what was seen.")


class _Retelling:
    """The same game once more, with a sampled world in place of what the seat did not see."""

    def __init__(self, told: ChanceGame, view: View, world: Game, rng: Rng) -> None:
        self.told = told
        self.seat = view.seat
        self.twin = ChanceGame(told.setting)
        players = range(told.setting.players)
        game = told.game
        assert game is not None
        self.blind = {who: _blind_cards(game, world, who, rng) for who in players}
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


def _blind_cards(told: Game, world: Game, who: int, rng: Rng) -> Iterator[int]:
    """What a seat drew blind, in an order that lets it pay for all that it has paid for.

    What was played before the last reshuffle came first. Of each pool after that, the world says
    what the seat drew out of it; what it has played since comes before what it still holds.
    """
    before, since = _played_blind(told, who)
    order = before
    for pool in world.memory.pools:
        drawn = list(pool.blind[who])
        for card in list(since):
            if card in drawn:
                drawn.remove(card)
                since.remove(card)
                order.append(card)
        order += shuffled(drawn, rng)
    return iter(order)


def _played_blind(told: Game, who: int) -> tuple[list[int], list[int]]:
    """The cards that a seat has played out of blind ones, before the last reshuffle and since."""
    memory = Memory.blank(told.flat)
    before: list[int] = []
    since: list[int] = []
    for event in chain(told.deal_events, *(ply.events for ply in told.plies)):
        known = len(memory.shown)
        memory.follow([event])
        if event[0] == RESHUFFLED:
            before, since = before + since, []
        for show in memory.shown[known:]:
            since += [show.card] * (show.count if show.seat == who else 0)
    return before, since


def _keep_code(world: Game, who: int, draw: TicketDraw) -> int:
    """The code of what a seat kept; at the opening it is not open yet (S4)."""
    places = draw.kept
    if places is None:
        places = tuple(place - 1 for place in world.view(who).answer)
    return int(world.flat.keep_code) + sum(1 << place for place in places) - 1
