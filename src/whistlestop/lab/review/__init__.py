"""A recorded game told afterwards: what decisions cost, what was luck, where the game turned.

`review` does the work of `bots.review` for a record, `judge` is another judge than the coach,
`text` prints a review; its picture is drawn in `lab.show`. Advice during a game is the business of
`bots.advice`.
"""

from whistlestop.lab.review.review import ReviewedGame, review

__all__ = ["ReviewedGame", "review"]
