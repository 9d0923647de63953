"""A log that a server of before wrote opens as it did then.

`log_of_0_1.jsonl` has an evening at which everything happened: a host handed seats over by tokens,
somebody was kicked, and a rematch was made. Each line is an entry: seq, at, who, cmd and body.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.server.table.evening import SIGNER, Evening, Person, at_table, refused
from whistlestop.protocol import commands as co
from whistlestop.server.store.base import LogEntry
from whistlestop.server.table import Caller, Table
from whistlestop.server.table import entries as en
from whistlestop.server.table.state import TableState

LOG = Path(__file__).with_name("log_of_0_1.jsonl")


def opened(state: TableState, until: int = 10**9) -> TableState:
    for line in LOG.read_text().splitlines()[:until]:
        seq, at, who, cmd, body = json.loads(line)
        data = json.dumps(body).encode()
        state.apply(LogEntry(seq, at, who, cmd, data), en.decode_body(data))
    return state


def test_an_old_log_gives_the_table_of_then() -> None:
    state = opened(TableState("table1"))
    assert (state.version, state.status, state.host) == (161, "over", "dee")
    assert [seat.guest for seat in state.seats] == ["ann", "dee", "cy", None]
    assert [seat.away for seat in state.seats] == ["left", None, None, None]
    assert state.invite == "invite2"
    assert state.game is not None
    assert [seat.total for seat in state.game.score().seats] == [-11, 11, -5, -22]


@at_table()
async def test_a_token_of_then_for_a_persons_seat_opens_nothing_now(there: Evening) -> None:
    lines = [json.loads(line) for line in LOG.read_text().splitlines()]
    made = [line for line in lines if line[4]["type"] == "reissued"][-1]
    table = Table("table1", there.hub)
    opened(table.state, until=made[0])
    table.doubt = False
    token = SIGNER.seat_token("table1", made[4]["seat"], made[4]["serial"])
    late = Person(table, Caller("late", invite=token))
    assert await refused(late.come()) == "not_invited"
    assert await refused(late.asks(co.Sit, made[4]["seat"], "Late", invite=token)) == "bad_token"
