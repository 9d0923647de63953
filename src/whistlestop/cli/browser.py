"""Opening a page in the user's own browser, where there is one.

It never waits and never complains: the command has printed the address, so whoever sees no browser
can go there. Invariant: the desktop's tools write nothing to this terminal.
"""

from __future__ import annotations

import os
import subprocess
import sys

import click

# One of these is set where a window can be shown, or where the user has named a browser.
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


def open_page(address: str) -> None:
    """Show an address in the browser, or do nothing where none can be shown."""
    if not sys.platform.startswith("linux"):
        click.launch(address)
    elif any(os.environ.get(name) for name in _SCREENS):
        _ask_desktop(address)


def _ask_desktop(address: str) -> None:
    silent = subprocess.DEVNULL
    try:
        # A session of its own, so that Ctrl+C in this terminal does not close the browser.
        subprocess.Popen(
            ["xdg-open", address],
            stdin=silent,
            stdout=silent,
            stderr=silent,
            start_new_session=True,
        )
    except OSError:
        return  # a desktop without its tools
