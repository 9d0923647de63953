"""Someone at the table with pen and paper: rebuilds the game from one audience's events alone.

It never looks at a game. `ALL` sees every card and keeps exact hands; a seat keeps its own hand
exactly, and of others what it has seen taken; a spectator (`None`) only the latter. What it
cannot know it does not guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from whistlestop.engine.knowledge.events import ALL
from whistlestop.model.board import LOCOMOTIVE, Board
from whistlestop.model.events import Event

Cards = Counter[str]


class Follower:
    """Hands, market, pile, discards and tickets as told by events."""

    def __init__(self, board: Board, players: int, audience: int | None) -> None:
        self.board = board
        self.audience = audience
        seats = range(players)
        self.sizes = [0 for _ in seats]
        self.known: list[Cards] = [Counter() for _ in seats]
        self.exact: list[Cards] = [Counter() for _ in seats]
        self.market: list[str | None] = [None] * board.rules.market
        self.pile = board.deck_size
        self.discards: Cards = Counter()
        self.laid: Cards = Counter()
        self.revealed: Cards = Counter()
        self.trains = [board.rules.trains for _ in seats]
        self.stations = [board.rules.stations for _ in seats]
        self.points = [0 for _ in seats]
        self.tickets = [0 for _ in seats]
        self.ticket_pile = sum(not ticket.long for ticket in board.tickets)
        self.held: list[set[str]] = [set() for _ in seats]
        self.opening = True
        self.owners: dict[str, int] = {}
        self.built: dict[str, int] = {}
        self.turn: int | None = None
        self.ended = False

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            getattr(self, f"_{event.name}")(event)

    def sees(self, seat: int) -> bool:
        return self.audience in (seat, ALL)

    def _gain(self, seat: int, card: str | None) -> None:
        """A card comes to a hand: seen by all (`known` is told apart), by some or by none."""
        self.sizes[seat] += 1
        if card is not None and self.sees(seat):
            self.exact[seat][card] += 1

    def _lose(self, seat: int, card: str, count: int) -> None:
        self.sizes[seat] -= count
        self.known[seat][card] -= min(self.known[seat][card], count)
        if self.sees(seat):
            assert self.exact[seat][card] >= count, f"{seat} pays {count} {card}"
            self.exact[seat][card] -= count

    def _dealt(self, event: Event) -> None:
        assert ("card" in event.params) == self.sees(event["seat"])
        self.pile -= 1
        self._gain(event["seat"], event.get("card"))

    _drew = _dealt

    def _took(self, event: Event) -> None:
        seat, card = event["seat"], event["card"]
        assert self.market[event["slot"]] == card
        self.market[event["slot"]] = None
        self.known[seat][card] += 1
        self._gain(seat, card)

    def _turned_up(self, event: Event) -> None:
        assert self.market[event["slot"]] is None
        self.market[event["slot"]] = event["card"]
        self.pile -= 1

    def _wiped(self, event: Event) -> None:
        assert self.market.count(LOCOMOTIVE) >= self.board.rules.wipe
        self.discards.update(card for card in self.market if card is not None)
        self.market = [None] * len(self.market)

    def _reshuffled(self, event: Event) -> None:
        """The pile has run out; everything discarded so far is the new one."""
        assert self.pile == 0
        assert event["cards"] == self.discards.total()
        self.pile, self.discards = event["cards"], Counter()

    def _paid(self, event: Event) -> None:
        self._lose(event["seat"], event["card"], event["count"])
        self.discards[event["card"]] += event["count"]

    def _laid(self, event: Event) -> None:
        self._lose(event["seat"], event["card"], event["count"])
        self.laid[event["card"]] += event["count"]

    def _revealed(self, event: Event) -> None:
        self.revealed[event["card"]] += 1
        self.pile -= 1

    def _tunnel(self, event: Event) -> None:
        colours = set(self.laid) - {LOCOMOTIVE} | {LOCOMOTIVE}
        assert event["extra"] == sum(self.revealed[card] for card in colours)

    def _claimed(self, event: Event) -> None:
        seat, route = event["seat"], self.board.route_by_id[event["route"]]
        self.owners[route.id] = seat
        self.trains[seat] -= route.length
        self.points[seat] += event["points"]
        self.discards += self.laid + self.revealed
        self.laid, self.revealed = Counter(), Counter()

    def _declined(self, event: Event) -> None:
        seat = event["seat"]
        for card in self.laid.elements():
            self.known[seat][card] += 1
            self._gain(seat, card)
        self.discards += self.revealed
        self.laid, self.revealed = Counter(), Counter()

    def _built(self, event: Event) -> None:
        self.built[event["city"]] = event["seat"]
        self.stations[event["seat"]] -= 1

    def _offered(self, event: Event) -> None:
        assert ("tickets" in event.params) == self.sees(event["seat"])
        long = self.board.rules.opening_long if self.opening else 0
        self.ticket_pile -= event["count"] - long

    def _kept(self, event: Event) -> None:
        assert ("tickets" in event.params) == self.sees(event["seat"])
        self.tickets[event["seat"]] += event["count"]
        self.held[event["seat"]].update(event.get("tickets", ()))

    def _refused(self, event: Event) -> None:
        if not self.opening or self.board.rules.opening_refused == "under":
            self.ticket_pile += event["count"]

    def _answered(self, event: Event) -> None:
        assert self.opening

    def _turn(self, event: Event) -> None:
        self.opening = False
        self.turn = event["seat"]

    def _passed(self, event: Event) -> None:
        assert event["seat"] == self.turn

    def _last_round(self, event: Event) -> None:
        assert self.trains[event["seat"]] <= self.board.rules.last_round

    def _ended(self, event: Event) -> None:
        self.ended = True
