"""A server as a program of its own that bears any number of messages; its store is its argument."""

from __future__ import annotations

import sys

from whistlestop.server.run import Settings, run_server
from whistlestop.server.sockets.limits import SocketLimits

LIMITS = SocketLimits(messages=1_000_000_000, sockets_per_guest=1000)


def main() -> None:
    settings = Settings(store=sys.argv[1], port=0, bots=1, limits=LIMITS, addresses=None)
    run_server(settings, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
