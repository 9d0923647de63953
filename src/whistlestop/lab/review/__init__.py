"""A recorded game judged: what each decision was worth, and what was luck."""

from whistlestop.lab.review.review import Review, review

__all__ = ["Review", "review"]
