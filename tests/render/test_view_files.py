"""A view draws itself, and writes the drawing where it is told to."""

from __future__ import annotations

from pathlib import Path

from whistlestop.engine.game import Game
from whistlestop.render import view_svg, view_text


def test_a_view_draws_itself_and_writes_a_file_only_where_asked_to(tmp_path: Path) -> None:
    view = Game("london", 2, seed=1).view(0)
    file = tmp_path / "view.svg"
    assert view.to_svg() == view._repr_svg_() == view_svg(view)
    assert list(tmp_path.iterdir()) == []
    assert view.to_svg(file) == file.read_text(encoding="utf-8") == view_svg(view)
    assert str(view) == view_text(view)
