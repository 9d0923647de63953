"""Games on a running server, for stories about what is left of them.

The lobby goes over HTTP; moves go to the table directly, because a person may not be as fast over
a connection as a test wants to be.
"""

from __future__ import annotations

import random
from typing import Any

from tests.server.house import Scene, Visitor
from whistlestop.protocol.commands import Do
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.table import Table


async def two_at_a_table(scene: Scene, bob: Visitor, **options: Any) -> str:
    """Ann and Bob at a table that has started; returns its id."""
    table = await scene.ann.new_table(**{"board": "new-york", **options})
    _, listed = await scene.ann.get(f"/api/tables/{table}")
    assert listed["table"]["status"] == "gathering"
    invite = (await scene.server.hub.table(table)).state.invite
    await bob.get("/api/me")
    await command(bob, table, {"type": "sit", "seat": 1, "name": "Bob", "invite": invite})
    await command(scene.ann, table, {"type": "start"})
    return table


async def command(visitor: Visitor, table: str, fields: dict[str, Any]) -> None:
    body = {"id": f"{fields['type']}-1", **fields}
    status, answer = await visitor.post(f"/api/tables/{table}/commands", body)
    assert status == 200, answer


async def play(scene: Scene, table: str, plies: int = 10_000) -> Table:
    """Play so many plies, or to the end."""
    found = await scene.server.hub.table(table)
    chance = random.Random(1)
    for _ in range(plies):
        if found.state.status == "over":
            break
        await _play_one(found, chance)
    return found


async def _play_one(table: Table, chance: random.Random) -> None:
    game = table.state.game
    assert game is not None
    seat = game.waiting[0]
    guest, decision = table.state.seats[seat].guest, table.state.decision_of(seat)
    assert guest is not None
    assert decision is not None
    legal = [str(action) for action in game.legal_for(seat)]
    claims = [action for action in legal if action.startswith("claim")]
    action = chance.choice(claims or legal)
    await table.command(Caller(guest), Do(f"m{decision}.{seat}", seat, decision, action))
