"""The greedy player: takes what is worth most now and plans nothing.

`bot` is its front, `choice` its compiled mind. It is the second rung of the ladder and the shape to
start from for a bot of one's own; what looks further ahead belongs to another player.
"""
