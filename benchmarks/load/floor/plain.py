"""The plain transport: aiohttp alone, sending as much to as many, with no game behind it.

What it costs is what any server on this transport would pay; the rest is ours. Run as a program it
is that server: sockets of a path are a group, a message to it is sent on to all of the group in
frames of the sizes that were given, and acknowledged to its sender.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import defaultdict
from pathlib import Path

import uvloop
from aiohttp import WSMsgType, web

Groups = defaultdict[str, set[web.WebSocketResponse]]
_ACK = '{"type":"ack","id":"0.100","v":100}'


def make_app(sizes: list[int]) -> web.Application:
    """An application that sends frames of these sizes to everybody in a group."""
    groups: Groups = defaultdict(set)
    frames = itertools.cycle(["x" * size for size in sizes])

    async def fan_out(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        group = groups[request.path]
        group.add(ws)
        async for message in ws:
            if message.type is WSMsgType.TEXT:
                for other in tuple(group):
                    await other.send_str(next(frames))
                await ws.send_str(_ACK)
        group.discard(ws)
        return ws

    app = web.Application()
    app.router.add_get("/{group}", fan_out)
    return app


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--sizes", type=Path, required=True, help="a JSON list of frame sizes")
    given = parser.parse_args()
    uvloop.install()
    app = make_app(json.loads(given.sizes.read_text()))
    web.run_app(app, host="127.0.0.1", port=given.port, print=lambda *_: None, access_log=None)


if __name__ == "__main__":
    main()
