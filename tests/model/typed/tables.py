"""A program that plays at tables, with an event loop and without."""

import asyncio

import whistlestop as ws
from whistlestop.client import AsyncClient, Client, RemoteError


class Mine:
    def __init__(self, rng: ws.Rng) -> None:
        self.rng = rng

    def choose(self, view: ws.View) -> ws.Action | str:
        return view.legal[self.rng.below(len(view.legal))]


async def main() -> None:
    async with AsyncClient(name="Ann") as ann:
        table = await ann.new_table("europe", ["me", "greedy"], listed=True)
        while (view := await table.turn()) is not None:
            await table.do(view.legal[0])
        async for entry in table.watch():
            print(entry.kind.upper())


try:
    with Client("http://127.0.0.1:8000", name="Ann") as me:
        score = me.new_table().play(Mine)
        if score is not None:
            print(score.winners)
        print([one.table.id.upper() for one in me.tables()], me.table("abc").record().players)
except RemoteError as error:
    print(error.code.upper())
asyncio.run(main())
