"""A server as a program of its own that bears any number of messages; its store is its argument.

A second argument makes it count what addresses do, as every server does.
"""

from __future__ import annotations

import sys

from whistlestop.server.addresses.limits import AddressLimits
from whistlestop.server.run import Settings, run_server
from whistlestop.server.sockets.limits import SocketLimits

LIMITS = SocketLimits(messages=1_000_000_000, sockets_per_guest=1000)


def main() -> None:
    counts = AddressLimits() if len(sys.argv) > 2 else None
    settings = Settings(store=sys.argv[1], port=0, bots=1, limits=LIMITS, addresses=counts)
    run_server(settings, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
