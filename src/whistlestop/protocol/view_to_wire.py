"""From the views of the engine to the views on the wire. Only `View` comes in: what a seat may not
know cannot be sent from here."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, UnsetType

from whistlestop.engine.knowledge.plain_view import (
    OWN,
    PUBLIC,
    comparer,
    own_data,
    public_data,
    writer,
)
from whistlestop.engine.knowledge.view import View
from whistlestop.protocol.views import OwnView, PublicView

_encode = msgspec.json.Encoder().encode
_public, _own, _changed = writer(PUBLIC, Raw), writer(OWN, Raw), comparer(Raw)


def public_view(view: View, deadline: int | None) -> PublicView:
    """A spectator's view; the same for everybody."""
    assert view.seat is None, "what one seat knows is not public"
    return msgspec.convert({**public_data(view), "deadline": deadline}, PublicView)


def encoded_public_view(view: View, deadline: int | None) -> bytes:
    """`public_view` as JSON."""
    assert view.seat is None, "what one seat knows is not public"
    said = _public(view.board, vars(view))
    said["deadline"] = deadline
    return _encode(said)


def encoded_changes(before: View, now: View, deadline: int | UnsetType | None) -> bytes:
    """What a move made of the public view, as the JSON of `ViewChanges`. Not for a move that ended
    the game or began a new pile: these change what can only be replaced as a whole."""
    changed = _changed(now.board, vars(before), vars(now))
    if deadline is not UNSET:
        changed["deadline"] = deadline
    return _encode(changed)


def encoded_own_view(view: View, decision: int | None) -> bytes:
    """`own_view` as JSON."""
    assert view.seat is not None, "a spectator has nothing of its own"
    said = _own(view.board, vars(view))
    said["decision"] = decision
    return _encode(said)


def own_view(view: View, decision: int | None) -> OwnView:
    """What a seat knows beyond the public part, and what it may do."""
    assert view.seat is not None, "a spectator has nothing of its own"
    return msgspec.convert({**own_data(view), "decision": decision}, OwnView)
