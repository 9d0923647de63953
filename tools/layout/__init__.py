"""Drawing positions for boards: `python -m tools.layout usa` finds them and writes them down.

It starts from projected latitude and longitude, relaxes until nothing overlaps, then polishes.
There is no chance in it: the same board gives the same positions.
"""
