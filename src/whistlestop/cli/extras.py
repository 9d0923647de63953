"""Which extra of the package brings a module that is missing, as a sentence for the terminal.

`pip install whistlestop` brings the library, the command line, the bots and the lab; what only some
need comes with extras. It imports none of them. A module that no extra brings is a defect.
"""

from __future__ import annotations

from importlib.util import find_spec

_EXTRAS = {
    "aiohttp": "server",
    "prometheus_client": "server",
    "uvloop": "server",
    "asyncpg": "postgres",
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "numpy": "envs",
    "matplotlib": "lab",
    "pyarrow": "lab",
    "scipy": "layout",
    "ray": "cluster",
    "pyspiel": "openspiel",
}
_TERMINAL = "`whistlestop play --terminal` plays without it."
# Only systems such as Linux and macOS have this part of Python; elsewhere no extra brings uvloop.
_SYSTEM = "resource"


def missing_extra(error: ModuleNotFoundError, plays: bool = False) -> str | None:
    """What to install so that a module is found, or None if that would not help.

    `plays`: somebody wanted to play, which the terminal can do without any extra.
    """
    module = (error.name or "").partition(".")[0]
    if module == _SYSTEM or (module == "uvloop" and find_spec(_SYSTEM) is None):
        advice = f"; {_TERMINAL}" if plays else "."
        return f"The server runs on Linux and macOS, not on this system{advice}"
    extra = _EXTRAS.get(module)
    if extra is None:
        return None
    advice = f"; {_TERMINAL}" if extra == "server" and plays else "."
    return f"This needs {module}: `pip install 'whistlestop[{extra}]'` brings it{advice}"
