"""From what a player types to an action: a key of the menu, the action language, or short forms.

`4`, `draw red`, `red`, `r`, `claim par-zur`, `par zur 2 red`, `build par` and `1 3` for tickets all
work. It does not decide what is legal: an action that it understands goes on to the engine, which
says why not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from whistlestop.bots.contract import of_kind
from whistlestop.cli.terminal.find_names import SEPARATORS, example_cities, find_card, find_cities
from whistlestop.cli.terminal.menu import Menu
from whistlestop.cli.terminal.payment_order import payment_order
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import (
    DECK,
    Action,
    Build,
    Claim,
    Decline,
    Draw,
    DrawTickets,
    Keep,
    Pass,
    Pay,
    Payment,
)
from whistlestop.model.board import GRAY, LOCOMOTIVE, Route
from whistlestop.render.summary import listed, pair

VERBS = ("draw", "claim", "tickets", "build", "keep", "pay", "decline", "pass")
BLIND = ("deck", "pile", "blind", "top")


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Why nothing could be made of it, as a sentence."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """It can mean several actions, the sensible one first."""

    question: str
    actions: tuple[Action, ...]


Meaning = Action | Ambiguous | NotUnderstood


def understand(text: str, view: View, menu: Menu) -> Meaning:
    """What a line means in this position; `menu` is the list that the player looks at."""
    words = text.lower().replace("?", " ? ").split()
    if view.offer and view.seat in view.waiting:
        return _keep(words, view)
    if words[0] in menu.actions:
        return _by_key(words, view, menu)
    verb = _verb(words[0], view)
    if verb is not None:
        return _SENTENCES[verb](words[1:], view)
    return _without_verb(words, view)


def _by_key(words: Sequence[str], view: View, menu: Menu) -> Meaning:
    """`7`, `7 2 red 1 loco` for another way to pay, or `7 ?` for all of them."""
    key, *rest = words
    if not rest:
        return menu.actions[key]
    ways = menu.ways.get(key, ())
    if not ways:
        return NotUnderstood(f"Nothing can follow number {key}.")
    if rest == ["?"]:
        return Ambiguous("Pay with what?", ways)
    asked = PaidAction(view, ways, lambda payment: Claim(ways[0].route, payment))
    return asked.paid_with(rest, ways[0].payment)


def _verb(word: str, view: View) -> str | None:
    """A verb or the beginning of one, two letters at least; one letter is a card."""
    if view.tunnel is not None and word in ("y", "yes", "n", "no"):
        return "pay" if word.startswith("y") else "decline"
    found = [verb for verb in VERBS if len(word) > 1 and verb.startswith(word)]
    return found[0] if found else None


def _without_verb(words: Sequence[str], view: View) -> Meaning:
    """A card to draw, or two cities to join."""
    if len(words) == 1 and (words[0] in BLIND or find_card(view.board, words[0])):
        return _draw(words, view)
    if len(words) == 1 and words[0].isdigit():
        return NotUnderstood(f"There is no number {words[0]} in the list.")
    if len(words) > 1 or any(sign in words[0] for sign in SEPARATORS[:2]):
        return _claim(words, view)
    return NotUnderstood(
        f'"{words[0]:.40}" could not be understood; `help` shows what can be typed.'
    )


def _keep(words: Sequence[str], view: View) -> Meaning:
    """`1 3`, `keep 1 3`, `1,3` or `all`."""
    rest = [word for word in " ".join(words).replace(",", " ").split() if word != "keep"]
    if rest == ["all"]:
        return Keep(tuple(range(1, len(view.offer) + 1)))
    if not rest or not all(word.isascii() and word.isdigit() and int(word) for word in rest):
        return NotUnderstood("Type the numbers of the tickets to keep, such as 1 3, or all.")
    return Keep(tuple(sorted({int(word) for word in rest})))


def _draw(words: Sequence[str], view: View) -> Meaning:
    if not words:
        return NotUnderstood(
            "Which card? `draw red` takes a face-up one, `draw deck` the top of the pile."
        )
    if words[0] in BLIND:
        return Draw(DECK)
    card = find_card(view.board, words[0])
    if card is None or len(words) > 1:
        return NotUnderstood(f'"{" ".join(words):.40}" is not one card of this board.')
    return Draw(card)


def _claim(words: Sequence[str], view: View) -> Meaning:
    places, paid = _split_payment(words)
    routes = _find_routes(places, view)
    if isinstance(routes, NotUnderstood):
        return routes
    # Both sides of a double route may be open; where they look the same, one is as good.
    colours = {route.id: route.colour for route in routes}
    claims = [claim for claim in of_kind(view.legal, Claim) if claim.route in colours]
    legal = {(colours[claim.route], claim.payment): claim for claim in reversed(claims)}
    # Where none is legal, the side that nobody owns has the better reason why.
    side = min(routes, key=lambda route: view.owners[route.index] is not None)
    asked = PaidAction(view, [*legal.values()], lambda payment: Claim(side.id, payment))
    return asked.paid_with(paid, _usual_payment(view, side))


def _build(words: Sequence[str], view: View) -> Meaning:
    places, paid = _split_payment(words)
    cities = find_cities(view.board, places)
    if not cities:
        missing = (
            f'There is no city "{" ".join(places):.40}"; name one' if places else "Name a city"
        )
        return NotUnderstood(f"{missing}, such as `build {example_cities(view.board)[0]}`.")
    if len(cities) > 1:
        return NotUnderstood(_several(places, [city.name for city in cities]))
    legal = [build for build in of_kind(view.legal, Build) if build.city == cities[0].id]
    asked = PaidAction(view, legal, lambda payment: Build(cities[0].id, payment))
    return asked.paid_with(paid, _of_most_held(view, _station_cost(view)))


def _pay(words: Sequence[str], view: View) -> Meaning:
    extra = view.tunnel.extra if view.tunnel is not None else 1
    asked = PaidAction(view, of_kind(view.legal, Pay), Pay)
    return asked.paid_with(list(words), _of_most_held(view, extra))


_SENTENCES: dict[str, Callable[[Sequence[str], View], Meaning]] = {
    "draw": _draw,
    "claim": _claim,
    "build": _build,
    "pay": _pay,
    "keep": _keep,
    "tickets": lambda words, view: DrawTickets(),
    "decline": lambda words, view: Decline(),
    "pass": lambda words, view: Pass(),
}


@dataclass(frozen=True, slots=True)
class PaidAction:
    """Something that costs cards: the legal ways to do it, and how to say it with any payment."""

    view: View
    legal: Sequence[Claim | Build | Pay]
    make: Callable[[Payment], Action]

    def paid_with(self, words: Sequence[str], usual: Payment) -> Meaning:
        """Narrow the ways down to the payment typed; `usual` is tried where nothing is legal."""
        ways = sorted(self.legal, key=lambda way: payment_order(self.view.hand, way.payment))
        if words:
            payment = _payment(words, self.view)
            if isinstance(payment, NotUnderstood):
                return payment
            if isinstance(payment, Payment):
                exact = [way for way in ways if way.payment == payment]
                return exact[0] if exact else self.make(payment)
            wanted = None if payment == LOCOMOTIVE else payment
            ways = [way for way in ways if way.payment.colour == wanted]
        if len(ways) > 1:
            return Ambiguous("Pay with what?", tuple(ways))
        return ways[0] if ways else self.make(usual)


def _payment(words: Sequence[str], view: View) -> Payment | str | NotUnderstood:
    """`2 red 1 loco` in full, or only a card such as `red`."""
    if len(words) == 1:
        card = find_card(view.board, words[0])
        return card or NotUnderstood(f'"{words[0]:.40}" is not a card of this board.')
    counts: dict[str, int] = {}
    for number, word in zip(words[::2], words[1::2], strict=False):
        card = find_card(view.board, word)
        if card is None or not (number.isascii() and number.isdigit() and 0 < int(number) < 100):
            return NotUnderstood("A payment looks like `3 red` or `2 red 1 locomotive`.")
        counts[card] = counts.get(card, 0) + int(number)
    wilds = counts.pop(LOCOMOTIVE, 0)
    if len(words) % 2 or len(counts) > 1:
        return NotUnderstood(
            "A payment is cards of one colour and locomotives, such as `2 red 1 loco`."
        )
    colour = next(iter(counts), None)
    return Payment(counts.get(colour or "", 0), colour, wilds)


def _split_payment(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names first; a payment begins with a number or stands after `with` or `for`."""
    for i, word in enumerate(words):
        if word in ("with", "for"):
            return list(words[:i]), list(words[i + 1 :])
        if word.isdigit():
            return list(words[:i]), list(words[i:])
    return list(words), []


def _find_routes(words: Sequence[str], view: View) -> list[Route] | NotUnderstood:
    """The routes between two cities: both sides of a double route, unless one is named."""
    text = " ".join(words)
    mark = next((sign for sign in ":#" if sign in text), "")
    places, _, side = text.partition(mark) if mark else (text, "", "")
    pairs = _city_pairs(view, places)
    found: dict[frozenset[str], list[Route]] = {}
    for route in view.board.routes:
        ends = frozenset((route.a.id, route.b.id))
        if ends in pairs:
            found.setdefault(ends, []).append(route)
    if len(found) > 1:
        return NotUnderstood(_several(words, [pair(routes[0]) for routes in found.values()]))
    sides = [r for routes in found.values() for r in _sides(routes, mark, side.strip())]
    return sides or NotUnderstood(_no_route(view, text, pairs))


def _no_route(view: View, text: str, pairs: Collection[frozenset[str]]) -> str:
    cities = [view.board.city_by_id[c].name for ends in pairs for c in sorted(ends)]
    if len(cities) == 2:
        return f"There is no such route between {listed(cities)}; `map` shows what there is."
    a, b = example_cities(view.board)
    return f'There is no route "{text:.60}"; name two cities, such as `{a} {b}`.'


def _sides(routes: Sequence[Route], mark: str, side: str) -> list[Route]:
    if mark == "#":
        return [route for i, route in enumerate(routes, 1) if str(i) == side]
    return [route for route in routes if route.colour.startswith(side)]


def _city_pairs(view: View, text: str) -> set[frozenset[str]]:
    """All pairs of cities that a text can mean, cut in two wherever that is possible."""
    words = text.replace("–", "-").replace("-", " - ").split()
    cut = next((i for i, word in enumerate(words) if word in SEPARATORS), None)
    if cut is not None:
        cuts = [(words[:cut], words[cut + 1 :])]
    else:
        cuts = [(words[:i], words[i:]) for i in range(1, len(words))]
    return {
        frozenset((a.id, b.id))
        for left, right in cuts
        for a in find_cities(view.board, left)
        for b in find_cities(view.board, right)
    }


def _usual_payment(view: View, route: Route) -> Payment:
    """What the route costs with as few locomotives as possible."""
    if route.colour == GRAY:
        payment = _of_most_held(view, route.length - route.ferry)
        return Payment(payment.coloured, payment.colour, payment.locomotives + route.ferry)
    return Payment(route.length, route.colour, 0)


def _of_most_held(view: View, cards: int) -> Payment:
    colours = [colour for colour in view.board.colours if cards]
    best = max(colours, key=lambda colour: view.hand.get(colour, 0), default=None)
    return Payment(cards, best, 0)


def _station_cost(view: View) -> int:
    assert view.seat is not None
    stations = view.board.rules.stations
    return min(stations, stations - view.players[view.seat].stations + 1) or 1


def _several(words: Sequence[str], names: Sequence[str]) -> str:
    few = [*names[:4], f"{len(names) - 4} more"] if len(names) > 5 else names
    return f'"{" ".join(words):.40}" fits {listed(few)}; type a little more.'
