"""`undo`: the game as it was before the player's last decision.

Nothing that was seen since may help: the piles that showed a card or a ticket are shuffled again,
as at a table in the browser. Where a shuffle cannot make up for what was seen, the decision stays.
A position is kept before every decision of the player, so games that began in the middle go back,
too.
"""

from __future__ import annotations

from whistlestop.engine.again import piles_seen
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game


class NothingToUndo(Exception):
    """Why the last decision stays, as a sentence."""


class TakeBacks:
    """The positions before the player's decisions, the newest last."""

    def __init__(self) -> None:
        self._before: list[Game] = []
        # Numbers every shuffle of the game, those that were taken back too: no two are alike.
        self._again = 0

    def keep(self, before: Game) -> None:
        """Remember the game as it was before a decision."""
        self._before.append(before)

    def last(self, game: Game) -> Game:
        """The game without the player's last decision and all that followed it."""
        if not self._before:
            raise NothingToUndo("You have not decided anything yet.")
        then = self._before[-1].copy()
        if then.phase == "opening":
            raise NothingToUndo("The tickets kept at the opening stay: what followed was seen.")
        self._shuffle(then, game)
        self._before.pop()
        return then

    def _shuffle(self, then: Game, now: Game) -> None:
        cards, tickets = piles_seen(ply.events for ply in now.plies[len(then.plies) :])
        if not cards and not tickets:
            return
        last = now.shuffles[-1].again if now.shuffles else 0
        self._again = max(self._again, last) + 1
        try:
            then.shuffle_again(cards=cards, tickets=tickets, again=self._again)
        except IllegalAction:
            raise NothingToUndo("Tickets were seen since, so this decision stays.") from None
