"""Positions as text: the whole truth of a game, readable, and read back exactly.

    board: usa
    players: Ann, Bob
    turn: Ann
    market: red red blue - green
    pile: white red ...
    Ann: hand 3 red 1 locomotive; tickets boston-miami; routes atlanta-miami

Lines may come in any order; what is left out has its usual value. `...` ends a list and stands
for everything not mentioned anywhere, in the order of the board. `-` is an empty slot of the
market, and `stopped` at its end says that ten wipes in a row have just stopped (D7). A position
holds all secrets: it is for tests, studies and bug reports, never for players. This module reads
positions; `write_position` writes them.
"""

from __future__ import annotations

from mypy_extensions import u8

from whistlestop.boards.load import load_board
from whistlestop.engine.checked_setup import player_names
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.memory import Memory, TicketDraw
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.routes import is_open, place
from whistlestop.engine.phases.turn import QUIET_ROUNDS
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import (
    DISCARDS,
    KEEPING,
    LAST,
    MAX_OFFER,
    NONE,
    OFFERED,
    OPENING,
    OUT,
    OVER,
    PASSES,
    PHASE,
    PHASE_NAMES,
    PILE,
    QUIET,
    STOPPED,
    TUNNEL,
    TUNNEL_COLOUR,
    TUNNEL_EXTRA,
    TUNNEL_ROUTE,
    TUNNEL_WILDS,
    TURN,
    UNANSWERED,
)
from whistlestop.engine.state.rng import seeded
from whistlestop.engine.state.state import (
    State,
    blank,
    discard,
    give,
    keep_ticket,
    put_under,
    put_up,
)

REST = "..."
_PLAYER_KEYS = ("hand", "tickets", "routes", "stations", "offer", "answer")
KEYS = (
    *("board", "players", "first", "turn", "phase", "seed", "market", "pile", "discards"),
    *("tickets", "out", "last round", "passes", "quiet", "tunnel", "revealed"),
)


def _fail(sentence: str) -> SetupError:
    return SetupError("bad_position", sentence)


def parse_position(text: str) -> Game:
    """Read a position; what cannot be raises `SetupError` with a sentence."""
    if not isinstance(text, str):
        raise _fail("A position is a text.")
    lines: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, colon, value = line.partition(":")
        if not colon or key.strip() in lines:
            raise _fail(f'The line "{line.strip()[:40]}" is not a new "key: value".')
        lines[key.strip()] = value.strip()
    try:
        return _Reader(lines).read()
    except IllegalAction as error:
        raise _fail(error.sentence) from None


class _Reader:
    """Builds a game from the lines of a position."""

    def __init__(self, lines: dict[str, str]) -> None:
        self.lines = lines
        self.board = load_board(lines.get("board", "usa"))
        given = lines.get("players", "Ann, Bob")
        self.names = player_names(self.board, [name.strip() for name in given.split(",")])
        self.codec = codec_for(self.board, len(self.names))
        self.t = self.codec.flat
        self.state: State = blank(self.t)
        self.d = self.state.bytes
        self.cards = [self.board.count_of(i) for i in range(len(self.board.cards))]
        self.laid: list[int] = []
        self.tickets = dict.fromkeys(ticket.index for ticket in self.board.tickets)
        unknown = set(lines) - set(KEYS) - set(self.names)
        if unknown:
            raise _fail(f'A position has no line "{min(unknown):.60}".')

    def read(self) -> Game:
        """The game in this position; raises a sentence about what cannot be."""
        d, get = self.d, self.lines.get
        phase = get("phase", "turn")
        if phase not in PHASE_NAMES:
            raise _fail(f'There is no phase "{phase}".')
        d[PHASE] = u8(PHASE_NAMES.index(phase))
        first = self._seat(get("first", self.names[0]))
        turn = first if d[PHASE] == OPENING else self._seat(get("turn", self.names[0]))
        d[TURN] = u8(turn)
        players = len(self.names)
        over = d[PHASE] == OVER
        d[LAST] = u8(self._number("last round", NONE, 0 if over else 1, players))
        d[PASSES] = u8(self._number("passes", 0, 0, players if over else players - 1))
        most = QUIET_ROUNDS * players
        d[QUIET] = u8(self._number("quiet", 0, 0, most if over else most - 1))
        memory = Memory.blank(self.t)
        for seat in range(len(self.names)):
            self._read_player(seat, memory)
        self._read_tunnel(memory)
        self._read_cards()
        self._read_tickets()
        d[STOPPED] = u8(get("market", "").endswith("stopped"))
        memory.start_here(*self._blind_and_seen())
        chance = Chance(seeded(get("seed", "0"), "shuffles"))
        return Game.from_state(self.board, self.names, self.state, chance, memory, first)

    def _seat(self, name: str) -> int:
        if name not in self.names:
            raise _fail(f'No player is called "{name}".')
        return self.names.index(name)

    def _number(self, key: str, usual: int, low: int, high: int) -> int:
        text = self.lines.get(key)
        if text is None:
            return usual
        if not _is_number(text) or not low <= int(text) <= high:
            raise _fail(f'"{key}" must be a number from {low} to {high}, not "{text}".')
        return int(text)

    def _take_card(self, name: str) -> int:
        card = self.codec._card(name)
        if not self.cards[card]:
            raise _fail(f"More {name} cards are placed than the deck has.")
        self.cards[card] -= 1
        return card

    def _counted(self, text: str) -> list[int]:
        """`3 red 1 locomotive` as single cards."""
        words = text.replace(",", " ").split()
        if len(words) % 2 or not all(map(_is_number, words[::2])):
            raise _fail(f'"{text}" is not a list of cards like "3 red 1 locomotive".')
        pairs = zip(words[::2], words[1::2], strict=True)
        return [self._take_card(name) for count, name in pairs for _ in range(int(count))]

    def _take_ticket(self, name: str) -> int:
        ticket = self.board.ticket_by_id.get(name)
        if ticket is None or ticket.index not in self.tickets:
            raise _fail(f'There is no ticket "{name}" left to place.')
        del self.tickets[ticket.index]
        return ticket.index

    def _read_player(self, seat: int, memory: Memory) -> None:
        parts: dict[str, str] = {}
        for part in filter(None, self.lines.get(self.names[seat], "").split(";")):
            key, _, value = part.strip().partition(" ")
            if key not in _PLAYER_KEYS:
                raise _fail(f'A player has no "{key}".')
            parts[key] = value.strip()
        for card in self._counted(parts.get("hand", "")):
            give(self.t, self.state, seat, card)
        for name in _names_in(parts.get("routes", "")):
            route = self.codec.find_route(name).index
            if not is_open(self.t, self.state, seat, route):
                raise _fail(f"{self.names[seat]} cannot own {name}.")
            if self.t.route_length[route] > int(self.d[self.t.o_trains + seat]):
                raise _fail(f"{self.names[seat]} has too few trains for {name}.")
            place(self.t, self.state, seat, route)
        self._read_stations(seat, _names_in(parts.get("stations", "")))
        held = tuple(self._take_ticket(name) for name in _names_in(parts.get("tickets", "")))
        memory.draws += (TicketDraw(seat, held, tuple(range(len(held)))),)
        for ticket in held:
            keep_ticket(self.t, self.state, seat, ticket)
        self._read_offer(seat, parts, memory)

    def _read_stations(self, seat: int, cities: list[str]) -> None:
        t, d = self.t, self.d
        for name in cities:
            city = self.board.city_by_id.get(name)
            if city is None or not t.stations or d[t.o_station + city.index] != NONE:
                raise _fail(f'{self.names[seat]} cannot have a station in "{name}".')
            if not d[t.o_stations + seat]:
                raise _fail(f"{self.names[seat]} has no station left for {name}.")
            d[t.o_station + city.index] = u8(seat)
            d[t.o_stations + seat] = u8(d[t.o_stations + seat] - 1)

    def _read_offer(self, seat: int, parts: dict[str, str], memory: Memory) -> None:
        t, d = self.t, self.d
        offer = tuple(self._take_ticket(name) for name in _names_in(parts.get("offer", "")))
        if len(offer) > t.max_offer:
            raise _fail("More tickets are offered than this board ever offers.")
        if bool(offer) != (d[PHASE] == OPENING or (d[PHASE] == KEEPING and d[TURN] == seat)):
            raise _fail(f"The offer of {self.names[seat]} does not fit the phase.")
        if not offer:
            if "answer" in parts:
                raise _fail(f"{self.names[seat]} answers although nothing is offered.")
            return
        if d[OFFERED] not in (0, len(offer)):
            raise _fail("All players are offered the same number of tickets at the start.")
        for i, ticket in enumerate(offer):
            d[t.o_offer + seat * MAX_OFFER + i] = u8(ticket)
            d[t.o_ticket + ticket] = u8(OUT)
        d[OFFERED] = u8(len(offer))
        places = self._places(parts.get("answer", ""), len(offer))
        d[t.o_answer + seat] = u8(sum(1 << (place - 1) for place in places))
        if d[PHASE] == OPENING:
            memory.draws = (*memory.draws[:-1], TicketDraw(seat, offer))
            if not places:
                d[UNANSWERED] = u8(d[UNANSWERED] | 1 << seat)
        else:
            memory.draws += (TicketDraw(seat, offer),)

    def _places(self, text: str, offered: int) -> list[int]:
        """The places of an answer, each once and of the offer."""
        words = text.split()
        places = [int(word) for word in words if _is_number(word)]
        good = len(places) == len(words) and places == sorted(set(places))
        if not good or (places and not 1 <= places[0] <= places[-1] <= offered):
            raise _fail(f'"{text}" does not answer an offer of {offered} tickets.')
        if places and (self.d[PHASE] != OPENING or len(places) < self.t.opening_keep):
            raise _fail(f'"{text}" keeps too few tickets, or is no answer at the opening.')
        return places

    def _read_tunnel(self, memory: Memory) -> None:
        t, d = self.t, self.d
        if (d[PHASE] == TUNNEL) != ("tunnel" in self.lines):
            raise _fail('The line "tunnel" goes with the phase "tunnel".')
        if d[PHASE] != TUNNEL:
            return
        name, _, laid = self.lines["tunnel"].partition(" ")
        cards = self._counted(laid)
        route = self.codec.find_route(name, self.board.cards[cards[0]] if cards else None)
        colours = {card for card in cards if card != t.wild} or {int(t.wild)}
        if not route.tunnel or len(cards) != route.length or len(colours) != 1:
            raise _fail(f'"{self.lines["tunnel"]}" is not the payment of a tunnel.')
        colour = colours.pop()
        revealed = [self._take_card(x) for x in self.lines.get("revealed", "").split()]
        d[TUNNEL_ROUTE] = u8(route.index)
        d[TUNNEL_COLOUR] = u8(colour)
        d[TUNNEL_WILDS] = u8(cards.count(int(t.wild)))
        d[TUNNEL_EXTRA] = u8(sum(card in (colour, t.wild) for card in revealed))
        for card in revealed:
            d[t.o_revealed + card] = u8(d[t.o_revealed + card] + 1)
        memory.laid = {card: cards.count(card) for card in set(cards)}
        self.laid = cards

    def _read_cards(self) -> None:
        t, d = self.t, self.d
        for card in self._counted(self.lines.get("discards", "")):
            discard(t, self.state, card, 1)
        market = self.lines.get("market")
        slots = [None] * int(t.market) if market is None else market.split()
        if slots and slots[-1] == "stopped":
            slots.pop()
        if len(slots) > t.market:
            raise _fail(f"The market has {int(t.market)} slots.")
        named = [None if slot in (None, "-") else self._take_card(slot) for slot in slots]
        words = self.lines.get("pile", REST).split()
        ends_open = bool(words) and words[-1] == REST
        pile = [self._take_card(word) for word in (words[:-1] if ends_open else words)]
        if market is None:
            named = [self._take_any() for _ in range(t.market)]
        for i, face_up in enumerate(named):
            if face_up is not None:
                put_up(t, self.state, i, face_up)
        if ends_open:
            pile += [card for card, n in enumerate(self.cards) for _ in range(n)]
        elif any(self.cards):
            raise _fail('Some cards are nowhere; end the pile with "..." to put the rest there.')
        for i, card in enumerate(reversed(pile)):
            d[t.o_pile + i] = u8(card)
        d[PILE] = u8(len(pile))
        if not pile and d[DISCARDS]:
            raise _fail("An empty pile cannot lie beside discards: they become the new pile.")

    def _blind_and_seen(self) -> tuple[list[list[int]], list[int]]:
        """The hands, and every card that lies open."""
        t, d = self.t, self.d
        hands = [
            [k for k in range(t.kinds) for _ in range(int(d[t.o_hand + seat * t.kinds + k]))]
            for seat in range(t.players)
        ]
        open_ = [int(d[t.o_market + i]) for i in range(t.market) if d[t.o_market + i] != NONE]
        for start in (t.o_discard, t.o_revealed):
            open_ += [k for k in range(t.kinds) for _ in range(int(d[start + k]))]
        return hands, open_ + self.laid

    def _take_any(self) -> int | None:
        card = next((i for i, n in enumerate(self.cards) if n), None)
        if card is not None:
            self.cards[card] -= 1
        return card

    def _read_tickets(self) -> None:
        for name in _names_in(self.lines.get("out", "")):
            self.d[self.t.o_ticket + self._take_ticket(name)] = u8(OUT)
        names = _names_in(self.lines.get("tickets", REST))
        ends_open = bool(names) and names[-1] == REST
        for name in names[:-1] if ends_open else names:
            put_under(self.t, self.state, self._take_ticket(name))
        for ticket in list(self.tickets):
            if ends_open:
                put_under(self.t, self.state, ticket)
            else:
                self.d[self.t.o_ticket + ticket] = u8(OUT)


def _is_number(word: str) -> bool:
    """Whether a word is a number as this notation writes them."""
    return word.isascii() and word.isdigit() and len(word) <= 3


def _names_in(text: str) -> list[str]:
    return text.replace(",", " ").split()
