"""What bots do for a table: their moves, the advice they give, and when a table lets them rest.

The processes that think are in `whistlestop.bots.processes`; what a table decides is next door.
"""
