"""A game in which chance is asked, one answer at a time: every card and ticket that comes up.

`Game` has its luck decided beforehand; here each step of luck is a question with its exact odds,
and what is answered happens. It is pickled as the
list of all answers and actions so far and made anew from them. The engine alone knows the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import Any

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.events import events_for
from whistlestop.engine.phases.moves import apply
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.chance import Chance, arrange_pile, cards_off_pile
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import TICKETS, TICKETS_CODE
from whistlestop.engine.state.reading import pile_in, ticket_deck_in
from whistlestop.envs.settings import Setting, setting_for

CARD, TICKET = "card", "ticket"
Odds = list[tuple[int, int]]


class ChanceGame:
    """`odds` is the question to chance, or empty when a seat has to act or the game is over."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.history: list[int] = []
        self.game: Game | None = None
        # What each seat, and last of all a spectator, has heard so far, line by line.
        self.heard: list[list[str]] = [[] for _ in range(setting.players + 1)]
        self._cards: list[int] = []
        self._tickets: list[int] = []
        # The action whose luck is being asked for, what chance has answered to it so far, and how
        # many tickets lie in the deck that nobody has seen.
        self._code: int | None = None
        self._told: list[int] = []
        self._fresh = 0
        self.asks = CARD
        self.odds: Odds = []
        self._ask_deal()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.over

    @property
    def waiting(self) -> int | None:
        """The code of the action whose luck is being asked for."""
        return self._code

    @property
    def tickets_told(self) -> int:
        """How many tickets chance has named so far, of the deal or of the action that waits."""
        return len(self._tickets if self.game is None else self._told)

    def answer(self, outcome: int) -> None:
        """Chance answers the question."""
        if not any(outcome == asked for asked, _ in self.odds):
            raise IllegalAction("chance_disagrees", f"Chance cannot answer {outcome} here.")
        self.history.append(outcome)
        if self.game is None:
            (self._cards if self.asks == CARD else self._tickets).append(outcome)
            self._ask_deal()
        else:
            self._told.append(outcome)
            self._ask_action(self.game)

    def play(self, code: int) -> None:
        """The seat to act does an action, if it is legal; its luck may still have to be asked."""
        game = self.game
        if game is None or self.odds or code not in game.legal.codes:
            raise IllegalAction("not_legal", f"The action {code} is not legal here.")
        self.history.append(code)
        self._code, self._told = code, []
        self._ask_action(game)

    def _ask_deal(self) -> None:
        """Ask for the next card or ticket of the deal, or begin when all are there."""
        setting, board = self.setting, self.setting.board
        t = setting.flat
        self.odds = []
        if len(self._cards) < t.players * t.hand + t.market or self._deal_lacks_cards():
            left = Counter({kind: board.count_of(kind) for kind in range(len(board.cards))})
            left.subtract(self._cards)
            self.asks, self.odds = CARD, _sorted(left)
            return
        each = int(t.opening_long + t.opening_regular)
        if len(self._tickets) < t.players * each:
            long = len(self._tickets) % each < t.opening_long
            fitting = [x for x in range(t.tickets) if bool(t.ticket_long[x]) == long]
            self.asks = TICKET
            self.odds = [(x, 1) for x in fitting if x not in self._tickets]
            return
        self._begin()

    def _deal_lacks_cards(self) -> bool:
        """D6: whether the market was wiped and wants more cards than have been asked for."""
        if len(self._cards) == self.setting.flat.deck:
            return False
        leaving = (event_kinds.DEALT, event_kinds.TURNED_UP)
        used = sum(kind in leaving for kind, *_ in self._dealt().deal_events)
        return used > len(self._cards)

    def _dealt(self) -> Game:
        board = self.setting.board
        return Game(
            board,
            self.setting.players,
            cards=[board.cards[kind] for kind in self._cards],
            tickets=[board.tickets[x].id for x in self._tickets],
        )

    def _begin(self) -> None:
        self.game = self._dealt()
        self._fresh = int(self.game.state.bytes[TICKETS])
        self._hear(self.game.deal_events)

    def _ask_action(self, game: Game) -> None:
        """Ask for what the action waiting needs next, or play it when all is told."""
        if self._code == TICKETS_CODE:
            self.asks, self.odds = TICKET, self._ticket_odds(game)
        else:
            self.asks, self.odds = CARD, self._card_odds(game)
        if not self.odds:
            self._play_waiting(game)

    def _ticket_odds(self, game: Game) -> Odds:
        """K1: any ticket that nobody has seen; below them lie refused ones in a known order."""
        t, d = game.flat, game.state.bytes
        count = min(int(d[TICKETS]), int(t.draw_tickets))
        queue = ticket_deck_in(t, d)
        if len(self._told) < min(count, self._fresh):
            unseen = sorted(set(queue[: self._fresh]) - set(self._told))
            return [(ticket, 1) for ticket in unseen]
        self._told += queue[len(self._told) : count]
        return []

    def _card_odds(self, game: Game) -> Odds:
        """Try the action with the answers so far; the pile at the first other card is asked."""
        t, state, chance = game.flat, game.state.copy(), Chance(game.chance.rng.copy())
        assert self._code is not None
        pile = Counter(pile_in(t, state.bytes))
        log: list[RawEvent] = []
        chance.events, chance.expected = log, list(self._told)
        arrange_pile(t, state.bytes, self._told)
        apply(t, state, game.turn, self._code, chance)
        if len(cards_off_pile(log)) == len(self._told):
            return []
        return _sorted(_pile_before(log, pile, len(self._told)))

    def _play_waiting(self, game: Game) -> None:
        assert self._code is not None
        board, seat = self.setting.board, game.turn
        if self._code == TICKETS_CODE:
            got = [board.tickets[x].id for x in self._told]
            self._fresh = max(0, self._fresh - len(got))
        else:
            got = [board.cards[kind] for kind in self._told]
        self.heard[seat].append(f"you {self.setting.text(self._code)}")
        game.play(self.setting.codec.decode(self._code), got=got)
        self._hear(game.plies[-1].events)
        self._code, self._told = None, []

    def _hear(self, log: Sequence[RawEvent]) -> None:
        for seat, lines in enumerate(self.heard):
            audience = seat if seat < self.setting.players else None
            lines += [str(event) for event in events_for(self.setting.board, log, audience)]

    def outcome_text(self, outcome: int) -> str:
        """An answer of chance in words."""
        board = self.setting.board
        name = board.cards[outcome] if self.asks == CARD else board.tickets[outcome].id
        return f"{self.asks} {name}"

    def __str__(self) -> str:
        if self.game is None:
            return f"the deal: cards {self._cards}, tickets {self._tickets}"
        waiting = "" if self._code is None else f"\n{self.setting.text(self._code)}: {self._told}"
        return self.game.position + waiting

    def __deepcopy__(self, memo: dict[int, Any]) -> ChanceGame:
        twin = copy_of(self)
        memo[id(self)] = twin
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return chance_game_after, (self.setting.codec, tuple(self.history))


def copy_of(chance_game: ChanceGame) -> ChanceGame:
    """An independent game at the same point."""
    twin = ChanceGame.__new__(ChanceGame)
    for name, value in vars(chance_game).items():
        setattr(twin, name, copy(value) if isinstance(value, list) else value)
    twin.heard = [list(lines) for lines in chance_game.heard]
    if chance_game.game is not None:
        twin.game = chance_game.game.copy()
    return twin


def chance_game_after(codec: Any, history: Sequence[int]) -> ChanceGame:
    """The game with this history of answers and actions."""
    chance_game = ChanceGame(setting_for(codec))
    for number in history:
        if chance_game.odds:
            chance_game.answer(number)
        else:
            chance_game.play(number)
    return chance_game


def _sorted(counts: Counter[int]) -> Odds:
    return sorted((kind, count) for kind, count in counts.items() if count > 0)


def _pile_before(log: Sequence[RawEvent], pile: Counter[int], cards: int) -> Counter[int]:
    """What the pile held when so many cards had left it."""
    pile = Counter(pile)
    for kind, a, b, _ in log:
        if kind in (event_kinds.DREW, event_kinds.TURNED_UP, event_kinds.REVEALED):
            if cards == 0:
                break
            cards -= 1
            pile[a if kind == event_kinds.REVEALED else b] -= 1
        elif kind == event_kinds.RESHUFFLED:
            pile.clear()
        elif kind == event_kinds.IN_PILE:
            pile[a] = b
    return pile
