"""`check`: sound files are ok, others get the sentence and the exit code says so."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boards.tiny import TINY
from tests.cli.running import recorded, run
from whistlestop import boards
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game

SHIPPED = sorted(Path(boards.__path__[0]).glob("*.toml"))


def test_the_shipped_boards_are_sound() -> None:
    result = run("check", *SHIPPED)
    assert result.exit_code == 0
    assert len(SHIPPED) == len(result.stdout.splitlines()) > 3
    assert all(": ok, " in line for line in result.stdout.splitlines())


def test_a_record_is_replayed_to_its_end(tmp_path: Path) -> None:
    path = recorded(tmp_path / "game.wst")
    result = run("check", path)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{path}: ok, new-york: Ann, Bob; ")
    assert result.stdout.endswith("finished\n")


def edited(text: str) -> str:
    return text.replace('"do":"draw deck"', '"do":"draw pink"', 1)


def lies(text: str) -> str:
    """Whole lines are gone, which only a replay can find out."""
    lines = text.splitlines(keepends=True)
    return "".join(lines[:5] + lines[6:])


@pytest.mark.parametrize("damage", [edited, lies, lambda text: text[:40], lambda text: "{}"])
def test_a_damaged_record_is_bad(damage: object, tmp_path: Path) -> None:
    path = recorded(tmp_path / "game.wst")
    path.write_text(damage(path.read_text()))  # type: ignore[operator]  # one of the above
    result = run("check", path)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    assert ": ok" not in result.stdout


def test_an_unfinished_record_is_sound_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "begun.wst"
    Game("usa", 2, seed=1).record.save(path)
    assert run("check", path).stdout.endswith("0 plies, not finished\n")


def test_one_bad_file_among_good_ones_is_told_apart(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(TINY.replace('id = "tiny"', "id = 3"))
    result = run("check", SHIPPED[0], broken, tmp_path / "none.wst", tmp_path / "what.txt")
    assert result.exit_code == 1
    states = [": ok, " in line for line in result.stdout.splitlines()]
    assert states == [True, False, False, False]
    assert "neither a board file (.toml) nor a record (.wst)" in result.stdout
    assert "No such file" in result.stdout


def test_findings_as_json(tmp_path: Path) -> None:
    result = run("check", SHIPPED[0], tmp_path / "none.toml", "--json")
    findings = json.loads(result.stdout)
    assert [finding["ok"] for finding in findings] == [True, False]
    assert findings[0]["file"] == str(SHIPPED[0])


def test_a_record_of_a_board_of_ones_own_needs_its_file(tmp_path: Path) -> None:
    board = tmp_path / "tiny.toml"
    board.write_text(TINY)
    record = tmp_path / "tiny.wst"
    Game(load_board(board), 2, seed=1).record.save(record)
    assert "give the board or its file" in run("check", record).stdout
    assert run("check", record, "--board", board).exit_code == 0


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The bytes of a sound file of each kind."""
    record = recorded(tmp_path_factory.mktemp("sound") / "game.wst")
    return {".wst": record.read_bytes(), ".toml": TINY.encode()}


@given(st.sampled_from([".wst", ".toml"]), st.data())
def test_a_file_with_one_byte_changed_gets_one_line_whatever_it_is(
    sound: dict[str, bytes], suffix: str, data: st.DataObject
) -> None:
    whole = sound[suffix]
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:at] + bytes([data.draw(st.integers(0, 255))]) + whole[at + 1 :]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{suffix}"
        path.write_bytes(changed)
        result = run("check", path)
        assert path.read_bytes() == changed
    assert result.exit_code in (0, 1)
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr == ""
    if suffix == ".wst" and changed != whole:
        assert result.exit_code == 1
