"""Every code a client can meet, found by reading the source: nobody keeps a list by hand.

A code is the first text of a call that refuses or says goodbye. Codes that are put together while
the program runs (`unknown_` and what is unknown) are found by the calls that name the part.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import whistlestop

SOURCE = Path(whistlestop.__file__).parent
SERVER = sorted((SOURCE / "server").rglob("*.py"))
RULES = [*sorted((SOURCE / "engine").rglob("*.py")), SOURCE / "model" / "actions.py"]
NAMED_BOTS = [SOURCE / "bots" / "registry.py", SOURCE / "bots" / "levels.py"]
# Said to whoever registers a bot, never to a client.
REGISTERING = {"still_reading", "bad_name", "name_taken"}


def server_codes() -> set[str]:
    """What the server itself refuses or ends a socket with."""
    found = set(_codes(SERVER, {"ServerRefusal", "close", "plain_problem"}))
    return found | set(_by_status()) | {"bad_players"}


def rule_codes() -> set[str]:
    """What the rules say to an action."""
    unknown = (f"unknown_{what}" for what in _codes(RULES, {"_unknown"}))
    return {*_codes(RULES, {"IllegalAction", "NotationError"}), *unknown}


def bot_codes() -> set[str]:
    """What is said to the name of a bot."""
    return set(_codes(NAMED_BOTS, {"BotError"})) - REGISTERING


def all_codes() -> set[str]:
    return server_codes() | rule_codes() | bot_codes()


def _codes(paths: Iterable[Path], names: set[str]) -> Iterator[str]:
    for call in (node for path in paths for node in _calls(path)):
        if _name(call.func) in names:
            first = next((text for arg in call.args if (text := _text(arg)) is not None), None)
            if first is not None:
                yield first


def _calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text())
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(func: ast.expr) -> str:
    if isinstance(func, ast.Attribute):
        return func.attr
    return func.id if isinstance(func, ast.Name) else ""


def _text(value: ast.expr) -> str | None:
    """A text that could be a code."""
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        return None
    return value.value if value.value.replace("_", "").isalpha() else None


def _by_status() -> Iterator[str]:
    """Codes of requests that no handler saw."""
    from whistlestop.server.http.connection import _CODES

    return iter(_CODES.values())
