"""Servers that do less than ours, and the same load on them: the floor that ours is held against.

`plain` carries bytes with the same library, `bare` with none and a commit; neither knows the game.
"""
