"""Outlines of boards: `python -m tools.outlines` draws the land under the shipped boards again.

Coasts, lakes and rivers of the large boards come from public-domain geodata, which the tool
fetches into `build/`; Manhattan and London are our own drawings. All of it is warped together
with the cities, whose positions `whistlestop board layout` has relaxed. The same positions give
the same files.
"""
