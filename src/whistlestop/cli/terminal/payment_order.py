"""Which of several ways to pay hurts least, to put the sensible payment first in a list.

It spares locomotives first, then the colours that the hand holds most. It does not know what a
player is collecting for.
"""

from __future__ import annotations

from collections.abc import Mapping

from whistlestop.model.actions import Payment


def payment_order(hand: Mapping[str, int], payment: Payment) -> tuple[int, int]:
    """A key to sort payments by, the most sensible first."""
    return payment.locomotives, hand.get(payment.colour or "", 0)
