"""A table: what it is, what may be done at it, and what each audience sees of it."""

from whistlestop.server.table.caller import Caller, Outlet
from whistlestop.server.table.table import Table

__all__ = ["Caller", "Outlet", "Table"]
