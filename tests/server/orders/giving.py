"""Orders as an operator gives them: by the command line, beside a server that runs."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.cli.running import refused, run


def admin(*words: object) -> Any:
    """What an order answers as JSON."""
    result = run("admin", *words, "--json")
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return json.loads(result.stdout)


async def order(*words: object) -> Any:
    """Give an order while the server in this process goes on."""
    return await asyncio.to_thread(admin, *words)


async def refused_order(*words: object) -> str:
    """The sentence with which an order is refused."""
    return await asyncio.to_thread(refused, "admin", *words)
