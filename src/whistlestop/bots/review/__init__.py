"""A finished game told afterwards: what decisions cost, what was luck, and where the game turned.

`form` is what comes out, the same for the library, the command line, the server and the page.
`judging` looks at one ply, `luck` at what chance did there, `opening` at the deal; `steps` splits
the work so that it can be spread over processes, `looks` says what deserves a closer look, and
`tell` puts it together. Advice during a game
is in `bots.advice`. Invariant: only finished games come in, and a decision is judged by nothing
that its seat could not know.
"""

from whistlestop.bots.review.form import (
    BestScores,
    Chances,
    Decision,
    Review,
    SeatReview,
    Split,
    TicketInHindsight,
    TurningPoint,
)
from whistlestop.bots.review.looks import closer_steps
from whistlestop.bots.review.steps import ReviewError, ReviewTerms, Step, first_steps, take_step
from whistlestop.bots.review.tell import tell

__all__ = [
    "BestScores",
    "Chances",
    "Decision",
    "Review",
    "ReviewError",
    "ReviewTerms",
    "SeatReview",
    "Split",
    "Step",
    "TicketInHindsight",
    "TurningPoint",
    "closer_steps",
    "first_steps",
    "take_step",
    "tell",
]
