"""Commands that come again: the same one gets its first answer, another by its id is refused.

The log keeps a short digest with each entry that a client's command made, so a restarted server and
another process tell them apart, too. Entries from before have none, and there the id alone counts.
Nothing is decided here about what a command may do.
"""

from __future__ import annotations

import hashlib

import msgspec

from whistlestop.protocol.commands import Command, Do
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.identity import Signer
from whistlestop.server.table import entries as en
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.state import LogLine, TableState

_in_order = msgspec.json.Encoder(order="sorted").encode
_BYTES = 6  # whoever finds two commands with one digest deceives nobody but themself


def digest_of(command: Command) -> str:
    """What tells a command from others by the same id.

    Fields that were left out do not count, so that a later version may add some.
    """
    if type(command) is Do:  # most are, and these have no field to leave out
        text = _in_order(command)
    else:
        said = {k: v for k, v in msgspec.to_builtins(command).items() if v is not None}
        text = _in_order(said)
    return hashlib.blake2b(text, digest_size=_BYTES).hexdigest()


def first_line(state: TableState, caller: Caller, command: str, digest: str) -> LogLine | None:
    """The entry that a command made when it came first. Raises ServerRefusal `id_reused`."""
    line = state.done(caller, command)
    if line is not None and line.digest and line.digest != digest:
        raise ServerRefusal("id_reused")
    return line


def result_of(table: str, body: en.Body, signer: Signer) -> dict[str, str] | None:
    """What whoever sent a command gets beside the version of its entry."""
    if type(body) is en.Did:
        return None
    match body:
        case en.Reissued(seat, serial) | en.Linked(seat, serial):
            return {"token": signer.seat_token(table, seat, serial)}
        case en.Rematched(table=made):
            return {"table": made}
        case _:
            return None
