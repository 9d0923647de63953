"""People who play on by themselves, for tests that need a game to go on or to end."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from tests.server.table.evening import Person
from whistlestop.protocol import commands as co
from whistlestop.server.table import Table
from whistlestop.server.table.caller import bot_caller

# More than any game takes.
PLIES = 5000


async def play_to_the_end(
    table: Table,
    people: Mapping[int, Person],
    *,
    seed: int = 0,
    stand_in: bool = False,
    each: Callable[[], None] = lambda: None,
) -> None:
    """Play at random until the game is over; `each` is called after every ply."""
    chance = random.Random(seed)
    for _ in range(PLIES):
        if table.state.status == "over":
            return
        await play_one(table, people, chance, stand_in=stand_in)
        each()
    raise AssertionError("the game does not end")


async def play_one(
    table: Table, people: Mapping[int, Person], chance: random.Random, *, stand_in: bool = False
) -> None:
    """One ply of somebody the game waits for, as likely a draw as a claim."""
    game = table.state.game
    assert game is not None
    seat = chance.choice(game.waiting)
    legal = [str(action) for action in game.legal_for(seat)]
    verb = chance.choice(sorted({text.split()[0] for text in legal}))
    action = chance.choice([text for text in legal if text.startswith(verb)])
    if seat in people:
        await people[seat].does(seat, action)
    else:
        assert stand_in, "nobody is there to move"
        await let_bot_do(table, seat, action)


async def let_bot_do(table: Table, seat: int, action: str | None = None) -> None:
    """Make a move for a seat that a bot plays, as the pool would have it made."""
    game, decision = table.state.game, table.state.decision_of(seat)
    assert game is not None
    assert decision is not None
    chosen = action or str(game.legal_for(seat)[0])
    await table.command(bot_caller(seat), co.Do(f"d{decision}", seat, decision, chosen))
