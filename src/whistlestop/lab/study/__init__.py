"""What games say about a board: fair tickets, contested routes, seats, styles, lengths, scores.

`structure` reads the map alone, `counts` the games, `study` joins both; `findings` puts them into
sentences, and `charts`, `heat`, `maps`, `rows`, `text` and `page` show them. Before any game,
`boards` judges whether a board file is sound and likely to play well.

>>> from whistlestop.lab.study import study
>>> result = study("new-york", games=4, seed=1, styles=())
>>> result.board.title
'New York'
"""

from whistlestop.lab.study.study import Study, study

__all__ = ["Study", "study"]
