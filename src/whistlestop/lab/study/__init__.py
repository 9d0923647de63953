"""What games say about a board: fair tickets, contested routes, seats, styles, lengths, scores.

>>> from whistlestop.lab.study import study
>>> result = study("new-york", games=4, seed=1, styles=())
>>> result.board.title
'New York'
"""

from whistlestop.lab.study.study import Study, study

__all__ = ["Study", "study"]
