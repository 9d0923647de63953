"""Events as English sentences, for a player at the terminal and for `whistlestop replay`.

All sentences are in the past tense, so that "You" and a name fit the same one. The list of events
is the only source, so a sentence never says more than its audience may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from whistlestop.model.board import LOCOMOTIVE, Board
from whistlestop.model.events import Event
from whistlestop.render.summary import counted, listed, pair, plural, word_for

ENDINGS = {
    "last round": "The last round is over, and with it the game.",
    "passes": "Nobody could do anything any more: the game is over.",
    "standstill": "Nobody gained anything for five rounds: the game is over.",
}


def card_word(board: Board, card: str) -> str:
    """A card as this board calls it."""
    return word_for(board, card) if card == LOCOMOTIVE else card


def cards_in_words(board: Board, cards: Mapping[str, int]) -> str:
    """`2 red and 1 locomotive`, in the order of the board."""
    wild = word_for(board, LOCOMOTIVE)
    named = {card: cards.get(card, 0) for card in board.cards}
    parts = [
        f"{n} {plural(wild, n) if card == LOCOMOTIVE else card}" for card, n in named.items() if n
    ]
    return listed(parts) if parts else "nothing"


class Teller:
    """Tells events to the player in seat `you`, or to any reader (None)."""

    def __init__(self, board: Board, names: tuple[str, ...], you: int | None) -> None:
        self.board = board
        self.names = names
        self.you = you
        self._cards: Counter[str] = Counter()
        self._revealed: list[str] = []
        self._drawer = -1
        # Cards that one player drew in a turn, by where from: the market, the pile, or unseen.
        self._drawn: dict[str, list[str]] = {}

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Sentences for these events, in order."""
        return [sentence for sentence in self._sentences(events) if sentence]

    def _sentences(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            # The two cards of a turn are one sentence, whatever was turned up in between.
            draws = event.name in ("drew", "took")
            if (draws and event["seat"] != self._drawer) or event.name in _ENDS_DRAWS:
                yield self._finish_draws()
            told = _TOLD.get(event.name)
            if told is not None:
                yield told(self, event)
        yield self._finish_draws()

    def who(self, event: Event) -> str:
        """How a sentence about this event begins: `You`, or the player's name."""
        return self._name(event["seat"])

    def _name(self, seat: int) -> str:
        return "You" if seat == self.you else self.names[seat]

    def _finish_draws(self) -> str:
        drawn, self._drawn = self._drawn, {}
        if not drawn:
            return ""
        return f"{self._name(self._drawer)} {listed(_draw(*part) for part in drawn.items())}."

    def _drew(self, event: Event) -> str:
        card = event.get("card")
        return self._note(event, "pile" if card else "unseen", card or "")

    def _took(self, event: Event) -> str:
        return self._note(event, "market", event["card"])

    def _note(self, event: Event, source: str, card: str) -> str:
        self._drawer = event["seat"]
        self._drawn.setdefault(source, []).append(card_word(self.board, card))
        return ""

    def _collect(self, event: Event) -> str:
        self._cards[event["card"]] += event["count"]
        return ""

    def _spent(self) -> str:
        cards, self._cards = self._cards, Counter()
        return cards_in_words(self.board, cards)

    def _reveal(self, event: Event) -> str:
        self._revealed.append(card_word(self.board, event["card"]))
        return ""

    def _route(self, event: Event) -> str:
        return pair(self.board.route_by_id[event["route"]])

    def _claimed(self, event: Event) -> str:
        points = counted(event["points"], "point")
        spent = f" for {self._spent()}" if self._cards else ""
        return f"{self.who(event)} claimed {self._route(event)}{spent}: {points}."

    def _tunnel(self, event: Event) -> str:
        revealed, self._revealed = self._revealed, []
        turned = f"{listed(revealed)} turned up" if revealed else "nothing to turn up"
        extra = event["extra"]
        cost = f"{extra} more {plural('card', extra)} to pay" if extra else "nothing more to pay"
        laid = self._spent()
        return (
            f"{self.who(event)} laid {laid} for the tunnel {self._route(event)}; {turned}, {cost}."
        )

    def _declined(self, event: Event) -> str:
        return f"{self.who(event)} took the cards for {self._route(event)} back."

    def _built(self, event: Event) -> str:
        city = self.board.city_by_id[event["city"]].name
        station = word_for(self.board, "station")
        return f"{self.who(event)} built a {station} in {city} for {self._spent()}."

    def _kept(self, event: Event) -> str:
        tickets = event.get("tickets")
        if tickets is None:
            return f"{self.who(event)} kept {counted(event['count'], 'ticket')}."
        named = [self.board.ticket_by_id[ticket] for ticket in tickets]
        return f"{self.who(event)} kept {listed(f'{pair(t)} ({t.points})' for t in named)}."

    def _wiped(self, event: Event) -> str:
        times = event["times"]
        again = "" if times == 1 else f" {times} times in a row"
        wild = plural(word_for(self.board, LOCOMOTIVE))
        return f"Too many {wild} lay face up: the market was wiped{again}."

    def _reshuffled(self, event: Event) -> str:
        return f"The discards became a new pile of {counted(event['cards'], 'card')}."

    def _last_round(self, event: Event) -> str:
        trains = plural(word_for(self.board, "train"))
        owner = "You are" if event["seat"] == self.you else f"{self.who(event)} is"
        return f"{owner} nearly out of {trains}: everybody has one more turn."

    def _passed(self, event: Event) -> str:
        return f"{self.who(event)} could do nothing and passed."

    def _ended(self, event: Event) -> str:
        return ENDINGS[event["reason"]]


def _draw(source: str, cards: Sequence[str]) -> str:
    if source == "unseen":
        return "drew a card unseen" if len(cards) == 1 else f"drew {len(cards)} cards unseen"
    return f"{'took' if source == 'market' else 'drew'} {listed(cards)} from the {source}"


_ENDS_DRAWS = ("wiped", "reshuffled", "turn", "last_round", "ended")

_TOLD: dict[str, Callable[[Teller, Event], str]] = {
    "drew": Teller._drew,
    "took": Teller._took,
    "paid": Teller._collect,
    "laid": Teller._collect,
    "revealed": Teller._reveal,
    "claimed": Teller._claimed,
    "tunnel": Teller._tunnel,
    "declined": Teller._declined,
    "built": Teller._built,
    "kept": Teller._kept,
    "wiped": Teller._wiped,
    "reshuffled": Teller._reshuffled,
    "last_round": Teller._last_round,
    "passed": Teller._passed,
    "ended": Teller._ended,
}
