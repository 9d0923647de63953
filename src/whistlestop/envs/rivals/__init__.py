"""Who plays against the agent: bots by name or class, and policies.

`opponents` reads what callers give, `bot_seats` has the other seats of one game, `versus` those of
many games at once. Bots that decide inside the engine are asked there, all others outside it.
"""
