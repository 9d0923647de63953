"""How one game is played, and what is kept of it.

`plan` says which game, `play` plays it: inside the engine where all bots allow it (`uniform`,
`by_chance`, `inside`), otherwise through views. `results` and `details` hold what came of it,
`time_limit` stops bots that hang. Many games, processes and files are the business of `lab.runs`.
"""
