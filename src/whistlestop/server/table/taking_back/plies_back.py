"""What a take-back undoes, and what can no longer be taken back.

Among people a decision that has revealed something stands, unless they all agree (`agreement`):
whoever has seen a card or a ticket would choose again knowing it. Against bots alone it may go.
Nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whistlestop.engine.game import Ply
from whistlestop.engine.state import event_kinds as kinds
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import TableState

# A blind card, an offer of tickets, a card turned up in the market or for a tunnel.
_REVEALING = {kinds.DREW, kinds.OFFERED_TICKET, kinds.TURNED_UP, kinds.REVEALED}


def plies_back(state: TableState, seat: int) -> int:
    """How many decisions to undo: up to the seat's own latest, and none of another person's.

    Raises ServerRefusal `too_late` or `revealed`.
    """
    plies = count_back(state, seat)
    if stands(state, seat, plies):
        raise ServerRefusal("revealed")
    return plies


def count_back(state: TableState, seat: int) -> int:
    """The same, whatever was revealed meanwhile. Raises ServerRefusal `too_late`."""
    for count, (decider, by) in enumerate(decisions(state), 1):
        if decider == seat:
            return count
        if by not in ("bot", "stand_in"):
            break
    raise ServerRefusal("too_late")


def stands(state: TableState, seat: int, plies: int) -> bool:
    """Whether these last decisions cannot be undone unless the rivals agree."""
    assert state.game is not None
    return has_human_rivals(state, seat) and has_revealed(state.game.plies[-plies:], seat)


def has_human_rivals(state: TableState, seat: int) -> bool:
    """Whether a seat plays against people or their programs, be they away just now."""
    return any(s.is_persons for i, s in enumerate(state.seats) if i != seat)


def has_revealed(plies: Iterable[Ply], seat: int) -> bool:
    """Whether a seat may have learnt something from these decisions that they do not say."""
    return any(
        # At the end of the opening everybody learns how many tickets the others kept.
        event[0] in _REVEALING or (event[0] == kinds.KEPT_TICKET and event[1] != seat)
        for ply in plies
        for event in ply.events
    )


def decisions(state: TableState) -> Iterator[tuple[int, en.By]]:
    """Who decided the plies of the game, and for which seat; the newest first."""
    undone = 0
    for line in reversed(state.lines.game):
        body = line.body
        if isinstance(body, en.TookBack):
            undone += body.plies
        elif isinstance(body, en.Did):
            if undone:
                undone -= 1
            else:
                yield body.seat, body.by
