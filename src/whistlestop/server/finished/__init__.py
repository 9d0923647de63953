"""Games that are over: their story, told ply by ply, and the coach's advice on them.

Every hand may be shown here, so callers check first that the game is over. Running games are in
`server.table`; the handlers that ask these modules are in `server.http.finished_games`.
"""
