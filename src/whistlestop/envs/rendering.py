"""How environments show a game: as text, as a drawing, or printed as it goes on."""

from __future__ import annotations

from whistlestop.engine.knowledge.view import View

MODES = ("human", "ansi", "svg")


def shows_itself(mode: str | None) -> bool:
    """Whether an environment shows every position without being asked."""
    return mode == "human"


def draw(view: View, mode: str | None) -> str | None:
    """A view in one of the modes; `human` prints it and gives nothing back."""
    if mode == "svg":
        return view.to_svg()
    if mode == "human":
        print(view)
        return None
    return str(view)
