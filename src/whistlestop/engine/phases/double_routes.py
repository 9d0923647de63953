"""Whether one side of a double route closes the other (clauses C6 and C7): the only place for it.

Everything that asks whether a route can still be claimed rests on `closes`: `routes.is_open` on a
state, `View.is_open` on what a seat may know, `seat_facts.is_open` on what a bot reasons with. They
differ in how they hold the owners of routes, so they look up the owner themselves. This module
knows neither states nor views.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# In place of an owner: some other seat, whichever it is.
SOMEONE_ELSE: Final = -1


def closes(owner: i64, seat: i64, single_track: bool) -> bool:
    """Whether the side that `owner` has claimed closes the other side to `seat`.

    C6: nobody may own both sides. C7: with few players (`single_track`) only one can be used.
    """
    return single_track or owner == seat
