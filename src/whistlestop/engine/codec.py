"""Readable actions to dense integers and back: a bijection for each board.

Players and programs use readable values, the compiled loops small integers; this is the only
translation between the two.

`encode` also forgives what a person may write: cities in either order, a double route without
its side where the payment tells it, a board's own word for the locomotive. `decode` gives
the one canonical form.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NoReturn

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.payment import way_colour, way_number, way_wilds
from whistlestop.engine.phases.routes import route_of
from whistlestop.engine.phases.tunnels import encode_pay, pay_colour, pay_coloured, pay_total
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    PASS_CODE,
    TICKETS_CODE,
    FlatBoard,
)
from whistlestop.model.actions import (
    DECK,
    Action,
    Build,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    NotationError,
    Pass,
    Pay,
    Payment,
    parse_action,
)
from whistlestop.model.board import GRAY, LOCOMOTIVE, Board, Route


class _Texts(dict[int, str]):
    """The texts of codes, each written when it is asked for the first time."""

    def __init__(self, codec: Codec) -> None:
        super().__init__()
        self._codec = codec

    def __missing__(self, code: int) -> str:
        text = self[code] = self._codec._write(code)
        return text


class _Actions(dict[int, Action]):
    """The actions of codes, in the same way; one that is no code raises `IllegalAction`."""

    def __init__(self, codec: Codec) -> None:
        super().__init__()
        self._codec = codec

    def __missing__(self, code: int) -> Action:
        action = self[code] = self._codec._make(code)
        return action


class Codec:
    """Actions of one board as integers from 0 to `size - 1`."""

    def __init__(self, board: Board, flat: FlatBoard) -> None:
        self.board = board
        self.flat = flat
        self.size = int(flat.actions)
        pairs: dict[frozenset[str], list[Route]] = {}
        for route in board.routes:
            pairs.setdefault(frozenset((route.a.id, route.b.id)), []).append(route)
        self._pairs = pairs
        # A board's own word for the locomotive, unless that is the name of another card.
        label = board.labels.get(LOCOMOTIVE, LOCOMOTIVE)
        self._wild = {LOCOMOTIVE} if label in (*board.colours, DECK) else {LOCOMOTIVE, label}
        # Every action that was ever asked for, its text, and the way back from both. An action
        # is found by its identity, which is its own for as long as it is kept here.
        self.actions: dict[int, Action] = _Actions(self)
        self.texts: dict[int, str] = _Texts(self)
        self._codes: dict[int | str, int] = {}

    def __reduce__(self) -> tuple[object, tuple[Board, int]]:
        from whistlestop.engine.lookup import codec_for  # it makes codecs, so it imports this

        return codec_for, (self.board, int(self.flat.players))

    def decode(self, code: int) -> Action:
        """The action of a code; a code that is none raises `IllegalAction`."""
        if type(code) is not int:
            raise self._unknown_code()
        # Looked up first: `[]` of a class of our own that is a dict takes ten times as long.
        action = self.actions.get(code)
        return self.actions[code] if action is None else action

    def _unknown_code(self) -> IllegalAction:
        return IllegalAction(
            "unknown_code", f"Actions of this board are numbered from 0 to {self.size - 1}."
        )

    def _make(self, code: int) -> Action:
        if not 0 <= code < self.size:
            raise self._unknown_code()
        action = self._decode(code)
        self._codes[id(action)] = code
        return action

    def text(self, code: int) -> str:
        """The action of a code as text."""
        text = self.texts.get(code)
        return self.texts[code] if text is None else text

    def _write(self, code: int) -> str:
        text = str(self.decode(code))
        self._codes[text] = code
        return text

    def _decode(self, code: int) -> Action:
        t = self.flat
        if code >= t.claim_code:
            route = route_of(t, code)
            price = (t.route_colour[route], t.route_length[route], t.route_ferry[route])
            return Claim(self.board.routes[route].id, self._way(price, code - t.route_code[route]))
        if code >= t.build_code:
            return self._decode_build(code - t.build_code)
        if code >= t.pay_code:
            coloured = pay_coloured(t, code)
            return Pay(self._payment(pay_colour(t, code), coloured, pay_total(t, code) - coloured))
        if code >= t.keep_code:
            mask = code - t.keep_code + 1
            return Keep(tuple(i + 1 for i in range(t.max_offer) if mask >> i & 1))
        plain: dict[int, Action] = {
            PASS_CODE: Pass(),
            TICKETS_CODE: DrawTickets(),
            DECLINE_CODE: Decline(),
            DECK_CODE: Draw(DECK),
        }
        return plain[code] if code in plain else Draw(self.board.cards[code - DRAW_CODE])

    def _decode_build(self, n: int) -> Action:
        t = self.flat
        city, way = divmod(n, int(t.city_codes))
        cost = 1
        while way >= t.cost_code[cost]:
            cost += 1
        payment = self._way((t.colours, cost, 0), way - t.cost_code[cost - 1])
        return Build(self.board.cities[city].id, payment)

    def _way(self, price: tuple[int, int, int], way: int) -> Payment:
        colour, length, ferry = price
        wilds = way_wilds(self.flat, colour, length, ferry, way)
        paid = way_colour(self.flat, colour, length, ferry, way)
        return self._payment(paid, length - wilds, wilds)

    def _payment(self, colour: int, coloured: int, wilds: int) -> Payment:
        return Payment(coloured, self.board.cards[colour] if coloured else None, wilds)

    def encode(self, action: Action | str) -> int:
        """The code of an action or its text; what this board cannot have raises a sentence."""
        if isinstance(action, str):
            return self._encode_text(action)
        code = self._codes.get(id(action))
        return self._encode(action) if code is None else code

    def _encode_text(self, text: str) -> int:
        code = self._codes.get(text)
        if code is not None:
            return code
        try:
            action = parse_action(text)
        except NotationError as error:
            raise IllegalAction(error.code, str(error)) from None
        code = self._encode(action)
        # Writing it notes the way back from its text: what was read once is looked up from then on.
        self.texts[code]
        return code

    def _encode(self, action: Action) -> int:
        match action:
            case Keep(places):
                return self._encode_keep(places)
            case Draw(card):
                return DECK_CODE if card == DECK else DRAW_CODE + self._card(card)
            case Claim(name, payment):
                return self._encode_claim(name, payment)
            case Pay(payment):
                return self._encode_pay(payment)
            case Build(city, payment):
                return self._encode_build(city, payment)
            case DrawTickets():
                return TICKETS_CODE
            case Decline():
                return DECLINE_CODE
            case Pass():
                return PASS_CODE
        raise IllegalAction("bad_notation", f"A {type(action).__name__} is not an action.")

    def _encode_keep(self, places: tuple[int, ...]) -> int:
        listed = isinstance(places, tuple) and all(type(place) is int for place in places)
        if not listed or not places or max(places) > self.flat.max_offer or min(places) < 1:
            most = int(self.flat.max_offer)
            raise IllegalAction(
                "no_such_offer", f"Tickets offered on this board are numbered from 1 to {most}."
            )
        mask = sum(1 << (place - 1) for place in set(places))
        return int(self.flat.keep_code) + mask - 1

    def _card(self, name: str) -> int:
        if not isinstance(name, str):
            raise IllegalAction("bad_notation", "A card is named by a text.")
        if name in self._wild:
            name = LOCOMOTIVE
        if name not in self.board.card_index:
            self._unknown("card", name, [*self.board.cards, DECK])
        return self.board.card_index[name]

    def _colour(self, payment: Payment) -> int:
        """The card index paid in; a board's own word for locomotives is not a colour."""
        if payment.colour is None:
            return int(self.flat.wild)
        colour = self._card(payment.colour)
        if colour == self.flat.wild:
            raise IllegalAction(
                "bad_notation", "Locomotives are named last in a payment, once and as locomotive."
            )
        return colour

    def _plain(self, payment: Payment) -> Payment:
        """Read a board's own word for the locomotive, as in `3 taxi`, as locomotives."""
        if not _is_payment(payment):
            raise IllegalAction("bad_notation", "A payment is one card or more.")
        if payment.colour in self._wild and payment.locomotives == 0:
            return Payment(0, None, payment.coloured)
        return payment

    def _encode_pay(self, payment: Payment) -> int:
        payment = self._plain(payment)
        t = self.flat
        splits = int(t.pay_splits)
        most = 0
        while most * (most + 1) // 2 < splits:
            most += 1
        if payment.total > most:
            raise IllegalAction(
                "wrong_number_of_cards",
                f"A tunnel never costs {payment.total} extra on this board; at most {most}.",
            )
        return encode_pay(t, self._colour(payment), payment.coloured, payment.locomotives)

    def _encode_build(self, city: str, payment: Payment) -> int:
        payment = self._plain(payment)
        t = self.flat
        if not isinstance(city, str):
            raise IllegalAction("bad_notation", "A city is named by a text.")
        if not t.stations:
            raise IllegalAction("no_stations", "There are no stations on this board.")
        if city not in self.board.city_by_id:
            self._unknown("city", city, self.board.city_by_id)
        if payment.total > t.stations:
            raise IllegalAction(
                "wrong_number_of_cards",
                f"A station costs at most {int(t.stations)} cards, not {payment.total}.",
            )
        colour, cost = self._colour(payment), payment.total
        way = way_number(t, t.colours, cost, 0, colour, payment.locomotives)
        index = self.board.city_by_id[city].index
        return int(t.build_code + index * t.city_codes + t.cost_code[cost - 1]) + way

    def _encode_claim(self, name: str, payment: Payment) -> int:
        payment = self._plain(payment)
        route = self.find_route(name, payment.colour)
        t, r = self.flat, route.index
        if payment.total != route.length:
            raise IllegalAction(
                "wrong_number_of_cards",
                f"{route.id} takes {route.length} cards, not {payment.total}.",
            )
        if payment.locomotives < route.ferry:
            raise IllegalAction(
                "ferry_needs_locomotives",
                f"The ferry {route.id} takes at least {route.ferry} of its cards as locomotives.",
            )
        paid = self._colour(payment)
        way = way_number(
            t, t.route_colour[r], t.route_length[r], t.route_ferry[r], paid, payment.locomotives
        )
        if way < 0:
            raise IllegalAction(
                "wrong_colour", f"{route.id} is {route.colour}; {payment.colour} does not fit."
            )
        return int(t.route_code[r]) + way

    def find_route(self, name: str, paid: str | None = None) -> Route:
        """A route by its name: cities in either order; the side may follow from the colour paid."""
        if not isinstance(name, str):
            raise IllegalAction("bad_notation", "A route is named by a text.")
        if name in self.board.route_by_id:
            return self.board.route_by_id[name]
        cities, mark, side = _split(name)
        routes = self._pairs.get(frozenset(cities.split("-")), [])
        if not routes:
            self._unknown("route", name, self.board.route_by_id)
        if mark == "#" and side in ("1", "2")[: len(routes)]:
            return routes[int(side) - 1]
        if mark == ":":
            routes = [r for r in routes if r.colour == side]
        elif len(routes) > 1 and routes[0].colour != routes[1].colour:
            routes = [r for r in routes if r.colour in (paid, GRAY)]
            if not routes:
                raise IllegalAction(
                    "which_side", f"{name} is a double route: name its side by its colour."
                )
        if (mark and mark != ":") or not routes:
            self._unknown("route", name, self.board.route_by_id)
        return routes[0]

    def _unknown(self, what: str, name: str, known: Iterable[str]) -> NoReturn:
        near = difflib.get_close_matches(name, list(known), n=1)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        raise IllegalAction(
            f"unknown_{what}", f'There is no {what} "{name}" on the board {self.board}.{hint}'
        )


def _is_payment(thing: object) -> bool:
    """Whether this names at least one card, and a colour exactly with coloured ones."""
    if not isinstance(thing, Payment):
        return False
    counts = (thing.coloured, thing.locomotives)
    if any(type(n) is not int or not 0 <= n <= 999 for n in counts) or not sum(counts):
        return False
    return isinstance(thing.colour, str) if thing.coloured else thing.colour is None


def _split(name: str) -> tuple[str, str, str]:
    for mark in ":#":
        if mark in name:
            cities, _, side = name.partition(mark)
            return cities, mark, side
    return name, "", ""
