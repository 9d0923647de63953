"""Load on a real server: how fast it answers, how much it bears, how soon it is back.

Run by `python -m benchmarks.load` in a process of its own beside the server; not part of the tests,
not shipped. Nothing here reaches into the server: tables are made and played over its public HTTP
and WebSocket, only the file of the cold start is written directly. `scenarios` holds what is done,
`players` who does it, `floor` what a server could cost at least.
"""
