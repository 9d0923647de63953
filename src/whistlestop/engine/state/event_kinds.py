"""The kinds of raw events: four integers (kind, a, b, c) for each thing that happens in a game.

The phases emit them through `Chance`; they hold the whole truth, secrets included, and never leave
the engine's circle. `knowledge.events` turns them into the readable events of one audience. The
numbers are used in memory only and may change; a comment beside each kind says what a, b and c are.
"""

from __future__ import annotations

from typing import Final

RawEvent = tuple[int, int, int, int]

DREW: Final = 1  # seat, card: blind from the pile
TOOK: Final = 2  # seat, card, slot: from the market
TURNED_UP: Final = 3  # slot, card
WIPED: Final = 4  # how many wipes in a row
RESHUFFLED: Final = 5  # cards in the new pile
OFFERED_TICKET: Final = 6  # seat, ticket
KEPT_TICKET: Final = 7  # seat, ticket
REFUSED_TICKET: Final = 8  # seat, ticket
CLAIMED: Final = 9  # seat, route, points
PAID: Final = 10  # seat, card, count
LAID: Final = 11  # seat, card, count: for a tunnel
COUNTED_EXTRA: Final = 12  # seat, route, extra: what the cards turned up for a tunnel add
REVEALED: Final = 13  # card
DECLINED: Final = 14  # seat, route
BUILT: Final = 15  # seat, city
PASSED: Final = 16  # seat
LAST_ROUND: Final = 17  # seat that started it
ENDED: Final = 18  # reason: 0 last round, 1 passes, 2 nothing gained
ANSWERED: Final = 19  # seat has chosen its opening tickets
DEALT: Final = 20  # seat, card at the start
TURN_BEGAN: Final = 21  # seat
IN_PILE: Final = 22  # card, count: what a new pile holds, which everyone knows
