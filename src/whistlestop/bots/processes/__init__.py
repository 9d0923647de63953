"""Bots in processes of their own, for programs with an event loop that must not wait for them.

`pool` gives questions to a few workers and always comes back with a legal action; `fair_queue` says
whose comes next, `process` is one worker as its owner sees it, `worker` the program inside it,
`messages` what they say to each other.

Nothing here knows tables, sockets of players or the lab, which has workers of its own: those run
whole games, these single decisions that may hang.
"""
