"""Commands that come again: the same one gets its first answer, another by its id is refused.

The log keeps a short digest with each entry that a client's command made, so a restarted server and
another process tell them apart, too. Entries from before have none, and there the id alone counts.
Nothing is decided here about what a command may do.
"""

from __future__ import annotations

import hashlib

import msgspec

from whistlestop.protocol.commands import Command
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.state import LogLine, TableState

_BYTES = 6  # whoever finds two commands with one digest deceives nobody but themself


def digest_of(command: Command) -> str:
    """What tells a command from others by the same id.

    Fields that were left out do not count, so that a later version may add some.
    """
    said = {k: v for k, v in msgspec.to_builtins(command).items() if v is not None}
    text = msgspec.json.encode(said, order="sorted")
    return hashlib.blake2b(text, digest_size=_BYTES).hexdigest()


def first_line(state: TableState, caller: Caller, command: str, digest: str) -> LogLine | None:
    """The entry that a command made when it came first. Raises ServerRefusal `id_reused`."""
    line = state.done(caller, command)
    if line is not None and line.digest and line.digest != digest:
        raise ServerRefusal("id_reused")
    return line
