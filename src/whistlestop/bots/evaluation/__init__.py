"""What a position and each of its actions are worth: the one figure that all advice shows.

`evaluation` is the door: a seat's view goes in, and out comes a value for each action worth
considering, best first. `trying` plays them on in worlds that the view allows, `correction` makes
means over worlds into the margin and the chance that real games bear out, `strength` adds what is
known of the bots at a table, and `standing` compares all seats as a spectator or a finished record
sees them.

Hints, the coach, the review and the search's advice all show these values. Saying why an action is
good is the business of `advice`.
"""

from whistlestop.bots.evaluation.evaluation import Evaluation, Option, evaluate
from whistlestop.bots.evaluation.standing import standing
from whistlestop.bots.evaluation.value import Value

__all__ = ["Evaluation", "Option", "Value", "evaluate", "standing"]
