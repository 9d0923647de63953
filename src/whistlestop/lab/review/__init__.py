"""A recorded game judged: what each decision was worth, and what was luck.

`judge` plays on from one decision in sampled worlds, `review` does so for a whole record and adds
it up, `text` prints that; its picture is drawn in `lab.show`. Advice during a game is the business
of `bots.advice`.
"""

from whistlestop.lab.review.review import Review, review

__all__ = ["Review", "review"]
