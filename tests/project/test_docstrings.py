"""Every public name says what it is, in every room of the package."""

from pathlib import Path

import pytest

from tests.project.source_tree import without_docstring

PACKAGE = Path(__file__).parents[2] / "src" / "whistlestop"
ROOMS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_has_a_docstring(room: str) -> None:
    assert without_docstring(PACKAGE / room) == []


def test_what_lacks_a_docstring_is_found_by_name_and_line(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(
        '"""A module."""\n'
        "class Shown:\n"
        '    """A class."""\n'
        "    def method(self): ...\n"
        "    def __len__(self): ...\n"
        "    @property\n"
        "    def figure(self): ...\n"
        "    @figure.setter\n"
        "    def figure(self, value): ...\n"
        "class _Hidden:\n"
        "    def method(self): ...\n"
        "@overload\n"
        "def several(a: int) -> int: ...\n"
        "async def several(a):\n"
        "    def inside(): ...\n"
    )
    (tmp_path / "bare.py").write_text("")
    assert without_docstring(tmp_path) == [
        "bare.py",
        "module.py:4 Shown.method",
        "module.py:7 Shown.figure",
        "module.py:14 several",
    ]
