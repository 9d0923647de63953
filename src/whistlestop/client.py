"""Tables of a server from Python: make one, sit, play, watch, download.

    with Client("http://127.0.0.1:8000", name="Ann") as me:
        table = me.new_table("europe", ["me", "greedy", "greedy"])
        table.start()
        print(table.play("planner"))

`Client` waits for every answer; `AsyncClient` does the same in an event loop. This is the public
name of what `whistlestop.remote` does; nothing lives here. It needs `whistlestop[server]`.
"""

from __future__ import annotations

try:
    from whistlestop.remote.errors import RemoteError as RemoteError
    from whistlestop.remote.guest import AsyncClient as AsyncClient
    from whistlestop.remote.plain import Client as Client
    from whistlestop.remote.plain import RemoteTable as RemoteTable
    from whistlestop.remote.table import AsyncRemoteTable as AsyncRemoteTable
except ModuleNotFoundError as missing:
    if missing.name != "aiohttp":
        raise
    raise ModuleNotFoundError(
        "whistlestop.client needs aiohttp: `pip install 'whistlestop[server]'` brings it.",
        name=missing.name,
    ) from None

__all__ = ["AsyncClient", "AsyncRemoteTable", "Client", "RemoteError", "RemoteTable"]
