"""Which of several ways to pay hurts least: locomotives are spared first, then the longer suits.

Used by bots that have no better idea, and to put the sensible payment first in a list.
"""

from __future__ import annotations

from collections.abc import Mapping

from whistlestop.model.actions import Payment


def payment_order(hand: Mapping[str, int], payment: Payment) -> tuple[int, int]:
    """A key to sort payments by, the most sensible first."""
    return payment.locomotives, hand.get(payment.colour or "", 0)
