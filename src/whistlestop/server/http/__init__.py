"""Everything that is asked and answered over HTTP, except what goes on over a table's socket.

`connection` is one TCP connection, `guard` says who asks, `request_response` and `caching` have
what all handlers share. The handlers are in `tables`, `finished_games`, `boards`, `puzzles` and
`pages`; they decide nothing about games.
"""
