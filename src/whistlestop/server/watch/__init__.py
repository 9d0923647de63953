"""What an operator watches: structured logs and figures for Prometheus.

They never hold a secret or a name that a client made up. People who watch a game are no concern of
this folder; `server.table` shows them the game.
"""
