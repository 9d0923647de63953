"""A board file that is dropped into the user's own folder is a board like any other."""

from pathlib import Path

import pytest

import whistlestop as ws
from tests.boards.tiny import TINY
from whistlestop.boards.home import home
from whistlestop.boards.load import options_of
from whistlestop.bots import bot_names

SHIPPED = Path(ws.__file__).parent / "boards"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path))
    (tmp_path / "boards").mkdir()
    return tmp_path / "boards"


def copy_of_london(folder: Path, name: str) -> None:
    text = (SHIPPED / "london.toml").read_text().replace('id = "london"', f'id = "{name}"', 1)
    (folder / f"{name}.toml").write_text(text)


def test_it_is_found_by_its_name_and_listed_after_the_shipped_ones(folder: Path) -> None:
    before = ws.board_names()
    copy_of_london(folder, "a-town")
    assert ws.board_names() == (*before, "a-town")
    assert ws.load_board("a-town").name == "a-town"
    assert options_of("a-town") == options_of("london")


@pytest.mark.slow
@pytest.mark.parametrize("bot", bot_names())
def test_it_can_be_played_by_every_bot(bot: str, folder: Path) -> None:
    (folder / "tiny.toml").write_text(TINY)
    assert not ws.simulate([bot, "random"], board="tiny", games=1, seed=1).failures


def test_it_never_stands_in_for_a_shipped_board(folder: Path) -> None:
    (folder / "usa.toml").write_text("nonsense")
    assert ws.board_names().count("usa") == 1
    assert ws.load_board("usa").title == "North America"


def test_a_misspelt_own_board_is_suggested(folder: Path) -> None:
    copy_of_london(folder, "a-town")
    with pytest.raises(ws.BoardError, match="a-town"):
        ws.load_board("a-twon")


def test_a_file_that_is_not_named_after_its_id_is_refused_by_name_and_read_by_path(
    folder: Path,
) -> None:
    copy_of_london(folder, "a-town")
    path = (folder / "a-town.toml").rename(folder / "b-town.toml")
    with pytest.raises(ws.BoardError, match=r'has the id "a-town", so .* must be a-town\.toml'):
        ws.load_board("b-town")
    assert ws.load_board(path).name == "a-town"


def test_a_file_can_be_added_for_one_run(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_of_london(tmp_path, "a-town")
    monkeypatch.setenv("WHISTLESTOP_BOARDS", str(tmp_path / "a-town.toml"))
    assert ws.board_names()[-1] == "a-town"
    assert ws.load_board("a-town").title == ws.load_board("london").title


def test_the_folder_is_among_the_users_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WHISTLESTOP_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home() == tmp_path / "whistlestop"
