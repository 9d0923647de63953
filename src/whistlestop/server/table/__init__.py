"""A table: what it is, what may be done at it, and what each audience sees of it.

`entries` are the log, `state` is derived from it, `decide` turns commands into entries, `table`
appends them and shows them, `entry_to_wire`, `audience` and `frames` say to whom what is shown,
`to_store` what the store gets. `seating` and `names` check names and seats. All tables of a process
are in the hub, sockets in `server.sockets`, finished games in `server.finished`.
"""

from whistlestop.server.table.caller import Caller, Outlet
from whistlestop.server.table.table import Table

__all__ = ["Caller", "Outlet", "Table"]
