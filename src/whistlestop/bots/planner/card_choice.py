"""Which card to draw: a card is worth as many missing cards as it saves, over both draws of a turn.

The routes of the ticket plan count in full, those for spare trains in part. The top of the pile is
worth the mean over all unseen cards.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import TicketPlan
from whistlestop.bots.reasoning.card_needs import Bill, count_missing
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.engine.state.flat_board import DECK_CODE, DRAW_CODE, SECOND

# What a card is worth that no route asks for now, in missing cards, as it may serve later: at most
# this for one more of a long suit, and this for a locomotive, which fits everywhere. Set by hand:
# small enough that a card the plan needs always comes first.
ANY_CARD: Final = 0.06
ANY_WILD: Final = 0.35


class Needs:
    """What cards are wanted for: the plan's routes, and these together with the spare ones."""

    def __init__(self, prices: Prices, plan: TicketPlan, spare: vec[i64]) -> None:
        builds: i64 = prices.station_price if len(plan.borrowed) else 0
        self.first = Bill(prices.flat, plan.routes, -1, builds)
        self.all = Bill(prices.flat, plan.routes, -1, builds)
        for route in spare:
            self.all.add(route)
        # With nothing planned there are only the spare routes to draw for.
        self.weight = prices.tuning.spare if len(plan.routes) + len(plan.borrowed) else 1.0


def card_values(prices: Prices, needs: Needs, only_shown: bool = False) -> vec[float]:
    """What one more card of each kind is worth, in missing cards; or only of those face up."""
    t, balance = prices.flat, prices.balance
    first = count_missing(balance, needs.first)
    everything = count_missing(balance, needs.all)
    values = vec[float]([0.0] * t.kinds)
    kind: i64 = 0
    while kind < t.kinds:
        if not only_shown or prices.facts.market[kind]:
            balance.hand[kind] = balance.hand[kind] + 1
            value = float(first - count_missing(balance, needs.first))
            value += needs.weight * float(everything - count_missing(balance, needs.all))
            balance.hand[kind] = balance.hand[kind] - 1
            values[kind] = value + _option(prices, kind)
        kind += 1
    return values


def _option(prices: Prices, kind: i64) -> float:
    """What a card may be good for besides the plan: more for a suit that is long already."""
    if kind == prices.flat.wild:
        return ANY_WILD
    held = prices.balance.hand[kind]
    longest = prices.scale.longest
    return ANY_CARD * float(held if held < longest else longest) / float(longest)


def blind_value(prices: Prices, values: vec[float]) -> float:
    """What the top of the pile is worth: the mean over all unseen cards."""
    total = 0.0
    kind: i64 = 0
    while kind < prices.flat.kinds:
        total += prices.share[kind] * values[kind]
        kind += 1
    return total


def best_draw(prices: Prices, needs: Needs) -> i64:
    """The code of the best card to draw; -1 if there is none."""
    best: i64 = -1
    most = 0.0
    values = card_values(prices, needs)
    blind = blind_value(prices, values)
    second = prices.facts.phase == SECOND
    for code in prices.facts.codes:
        if code < DECK_CODE or code >= prices.flat.keep_code:
            continue
        value = draw_value(prices, needs, values, blind, code, second)
        if best < 0 or value > most:
            best = code
            most = value
    return best


def draw_value(
    prices: Prices, needs: Needs, values: vec[float], blind: float, code: i64, second: bool
) -> float:
    """What drawing this card is worth together with the best second card."""
    t, facts = prices.flat, prices.facts
    if code == DECK_CODE:
        return blind if second else blind + _best_face(prices, values, blind, -1)
    kind = code - DRAW_CODE
    if second or kind == t.wild:
        return values[kind]
    after = values
    if facts.market[kind] > 1 or values[kind] >= 1.0:
        prices.balance.hand[kind] = prices.balance.hand[kind] + 1
        after = card_values(prices, needs, True)
        prices.balance.hand[kind] = prices.balance.hand[kind] - 1
    return values[kind] + _best_face(prices, after, blind, kind)


def _best_face(prices: Prices, values: vec[float], blind: float, taken: i64) -> float:
    """What the best second card is worth: one face up, except the one just taken, or the top."""
    facts = prices.facts
    best = blind
    kind: i64 = 0
    while kind < prices.flat.colours:
        count = facts.market[kind]
        if kind == taken:
            count -= 1
        if count > 0 and values[kind] > best:
            best = values[kind]
        kind += 1
    return best
