"""SVG elements as text: escaping, short numbers, nesting. It knows nothing of boards or views."""

from __future__ import annotations

from html import escape
from typing import Any


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def tag(name: str, *inside: str, **attributes: Any) -> str:
    """An element; `class_` gives `class`, other underscores become dashes, `None` is left out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = number(value) if isinstance(value, float) else escape(str(value))
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def titled(text: str) -> str:
    """The name of an element for people who hear or hover it."""
    return f"<title>{escape(text)}</title>"


def words(text: str, x: float, y: float, class_: str | None = None, **attributes: Any) -> str:
    """A text element."""
    return tag(
        "text", escape(text, quote=False), x=float(x), y=float(y), class_=class_, **attributes
    )


def rect(x: float, y: float, width: float, height: float, **attributes: Any) -> str:
    """A rectangle."""
    sizes = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
    return tag("rect", **sizes, **attributes)


def moved(x: float, y: float, *inside: str, **attributes: Any) -> str:
    """A group moved to a point."""
    return tag("g", *inside, transform=f"translate({number(x)} {number(y)})", **attributes)
