"""`check`: sound files are ok, others get the sentence and the exit code says so."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boards.tiny import TINY
from tests.cli.running import recorded, refused, run
from tests.records.shelf import signed
from whistlestop import boards
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal

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


def test_many_records_are_known_by_what_is_in_them(tmp_path: Path) -> None:
    path = tmp_path / "games.any"
    games = ("--board", "new-york", "--games", "2", "--seed", "1")
    assert run("simulate", "uniform", "greedy", *games, "--records", path).exit_code == 0
    result = run("check", path)
    assert (result.exit_code, result.stdout.startswith(f"{path}: ok, ")) == (0, True)


@pytest.mark.parametrize("name", ["nothing", "nothing.wst", "nothing.gz", "nothing.toml"])
def test_a_file_that_is_not_there_is_told_so(name: str, tmp_path: Path) -> None:
    result = run("check", tmp_path / name)
    assert result.exit_code == 1
    assert "cannot be read: No such file or directory" in result.stdout
    assert result.stdout.count(name) == 1


def test_a_folder_is_named_even_where_its_name_is_a_dot() -> None:
    result = run("check", ".")
    assert (result.exit_code, result.stdout) == (1, ". cannot be read: Is a directory\n")


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
    (tmp_path / "what.txt").write_text("Anything.\n")
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


SECRET = "5e" * 32
NAMES = ["Ann", "Bob", "Cy"]


def proven(path: Path, *values: str | None, plies: int = 1000, first: int | str = "chance") -> Game:
    """A game of a proven deal, saved whole and as Ann saw it."""
    deal = ProvenDeal(SECRET, values)
    game = Game("new-york", NAMES[: len(values)], deal=deal, first=first)
    while not game.over and game.ply < plies:
        game.play(game.legal[game.ply % len(game.legal)])
    game.record.save(path)
    game.record.redact(0).save(path.with_name("seat.wst"))
    return game


def test_a_record_without_a_proof_says_that_it_has_none(tmp_path: Path) -> None:
    result = run("check", recorded(tmp_path / "game.wst"))
    assert "no proof of the deal" in result.stdout
    assert result.exit_code == 0


def test_a_proven_deal_is_confirmed_in_words(tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    game = proven(path, "a", None, "c")
    result = run("check", path)
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{path}: ok, new-york: Ann, Bob, Cy; ")
    assert game.deal is not None
    assert f"The commitment is {game.deal.commitment}: compare it" in second
    assert "from the secret and values of Ann and Cy (Bob gave none)" in second
    assert "every card and every ticket follows from the seed" in second
    assert f"{NAMES[game.first]} begins, as chance says." in second


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ((None, None), "no seat's value, so whoever drew the secret could choose the luck"),
        (("a", None), "a value of Ann (Bob gave none)"),
        (("a", "b"), "values of Ann and Bob; "),
        (("a", "b", "c"), "values of Ann, Bob and Cy; "),
    ],
)
def test_whose_values_are_in_the_deal(values: tuple[str, ...], says: str, tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    proven(path, *values, plies=3)
    said = run("check", path).stdout
    assert says in said
    assert "every ticket so far follows" in said


def test_a_table_that_chose_who_begins_is_told_from_chance(tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    chance = proven(path, "a", "b", plies=0).first
    proven(path, "a", "b", plies=0, first=1 - chance)
    chosen = f"{NAMES[1 - chance]} begins as the table chose; chance would name {NAMES[chance]}."
    assert chosen in run("check", path).stdout


def test_the_commitment_that_was_shown_is_compared(tmp_path: Path) -> None:
    path, seat, bare = tmp_path / "game.wst", tmp_path / "seat.wst", tmp_path / "bare.wst"
    game = proven(path, "a", "b")
    assert game.deal is not None
    right = f"  {game.deal.commitment.upper()} "
    result = run("check", path, seat, "--commitment", right)
    assert (result.exit_code, result.stdout.count("as you were shown")) == (0, 2)
    wrong = run("check", path, seat, recorded(bare), "--commitment", "ab" * 32)
    assert wrong.exit_code == 1
    assert ": ok" not in wrong.stdout
    assert wrong.stdout.count("The record is of another deal") == 2
    assert "carries no proof" in wrong.stdout


@pytest.mark.parametrize("text", ["", "ab", "xy" * 32, "ab" * 33])
def test_a_commitment_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    assert "64 hexadecimal digits" in refused("check", "game.wst", "--commitment", text)


def test_a_forged_proof_is_bad(tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    lines = list(proven(path, "a", "b").record.lines())
    lines[0]["proof"]["values"] = ["a", "c"]
    path.write_bytes(signed(lines))
    result = run("check", path)
    assert result.exit_code == 1
    assert "the seed does not follow from the secret and the values" in result.stdout


def test_shuffles_after_take_backs_are_told_by_ply_and_number(tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    game = proven(path, "a", "b", plies=4)
    game.shuffle_again(tickets=True, again=2)
    game.record.save(path)
    says = "Shuffled again after take-backs: the cards and tickets after ply 4 (number 2)."
    assert says in run("check", path).stdout


def test_a_proof_in_json(tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    game = proven(path, "a", "b")
    found = json.loads(run("check", path, SHIPPED[0], "--json").stdout)
    assert game.deal is not None
    assert [finding["commitment"] for finding in found] == [game.deal.commitment, None]
    assert found[0]["proof"].startswith("The deal agrees with its proof.")
    assert found[1]["proof"] is None


def test_a_game_that_goes_on_says_so_and_what_its_proof_concerns(tmp_path: Path) -> None:
    deal = ProvenDeal("c4" * 32, ("a", None, None))
    parent = proven(tmp_path / "game.wst", "a", None, "c")
    for name, fork in (
        ("anew", parent.fork(12, seat=1, deal=deal)),
        ("lay", parent.fork(12)),
    ):
        path = tmp_path / f"{name}.wst"
        fork.record.save(path)
        said = run("check", path).stdout
        assert "goes on from ply 12 of another game" in said
        if name == "anew":
            assert f"The commitment is {deal.commitment}" in said
            assert "dealt anew after ply 12, from all that Bob knew" in said
            assert "begins" not in said
        else:
            assert "no proof of the deal" in said
