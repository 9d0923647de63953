"""Results files: runs go on where they were, whatever was cut off, and files repeat exactly."""

import json
from pathlib import Path

import pytest

from tests.lab.games.broken_bots import FailsInTheEnd
from whistlestop.boards.load import load_board
from whistlestop.lab import LabError, Simulation, Terms, simulate, tournament
from whistlestop.lab.games.plan import SimulationPlan, recipes
from whistlestop.lab.games.play import play_game
from whistlestop.lab.runs import results_file
from whistlestop.lab.runs.results_file import ResultsFile, digest_of
from whistlestop.lab.runs.run import GameBlock, Run


def run(path: Path | None, games: int = 8, workers: int = 1) -> Simulation:
    return simulate(
        ["greedy", "random"], "new-york", games=games, seed=1, workers=workers, results=path
    )


def test_a_run_with_a_results_file_is_the_same_run(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert run(path).games == run(None).games
    assert run(path).games == run(None).games


def test_what_was_played_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.jsonl"
    run(path, games=6)
    played = []
    real = play_game

    def counted(plan: SimulationPlan, number: int, *rest: object) -> object:
        played.append(number)
        return real(plan, number)

    monkeypatch.setattr("whistlestop.lab.games.play.play_game", counted)
    assert run(path, games=10).games == run(None, games=10).games
    assert played[:4] == [6, 7, 8, 9]


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_last_line_that_was_cut_off_is_dropped_and_played_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "r.jsonl"
    whole = run(path)
    full = path.read_bytes()
    path.write_bytes(full[:-cut])
    assert run(path).games == whole.games
    assert path.read_bytes() == full


def test_a_file_that_was_cut_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    run(path)
    full = path.read_bytes()
    path.write_bytes(full[:7])
    run(path)
    assert path.read_bytes() == full


@pytest.mark.parametrize(
    "content", [b"my diary", b"my diary\nand more", b"\xff\x00\x1f\n\x8b", b'{"run":"x"}\nmine']
)
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(
        LabError, match=r"^Line \d of .*diary.txt is not a line of a results file.$"
    ):
        run(path)
    assert path.read_bytes() == content


@pytest.mark.slow
def test_the_file_is_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    run(one, games=30)
    run(two, games=30, workers=2)
    assert one.read_bytes() == two.read_bytes()


def test_failures_and_details_come_back_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    bots = recipes([FailsInTheEnd, "greedy"])
    plan = SimulationPlan(load_board("new-york"), bots, 1, paired=True, detailed=True)
    with Run([plan], results=path) as first:
        first.play([GameBlock(0, 0)])
    with Run([plan], results=path) as second:
        assert second.recall(GameBlock(0, 0))
        again = list(second.games(0))
    assert [game[:3] for block in first.games(0) for game in block] == [
        game[:3] for block in again for game in block
    ]
    assert again[0][0].failures
    assert again[0][0].details is not None


def test_several_runs_share_a_file_without_disturbing_each_other(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    run(path)
    other = simulate(["greedy", "greedy"], "new-york", games=4, seed=1, results=path)
    assert other.games == simulate(["greedy", "greedy"], "new-york", games=4, seed=1).games
    assert run(path).games == run(None).games
    names = [json.loads(line).get("bots") for line in path.read_text().splitlines()]
    assert [name for name in names if name] == [["greedy", "random"], ["greedy", "greedy"]]


def test_games_of_other_code_are_left_alone_unless_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.jsonl"
    plan = SimulationPlan(load_board("new-york"), recipes(["greedy", "random"]), 1)
    run(path)
    monkeypatch.setattr(results_file, "code_digest", lambda: "another")
    for any_code in (False, True):
        file = ResultsFile(path, any_code=any_code)
        assert (file.get(plan, 0) is not None) == any_code
        file.close()


def test_code_is_known_by_what_it_says_and_not_by_its_names(tmp_path: Path) -> None:
    def digest(**contents: str) -> str:
        for path in tmp_path.glob("bots/*"):
            path.unlink()
        (tmp_path / "bots").mkdir(exist_ok=True)
        for name, text in contents.items():
            (tmp_path / "bots" / name.replace("_", ".")).write_text(text)
        return digest_of(tmp_path)

    before = digest(a_py="1", b_py="2", tuned_json="{}")
    assert digest(aa_py="1", b_py="2", tuned_json="{}") == before
    assert digest(a_py="1", b_py="3", tuned_json="{}") != before
    assert digest(a_py="1", b_py="2", tuned_json="[]") != before
    assert digest(a_py="12", b_py="", tuned_json="{}") != before
    assert digest(a_py="1", b_py="2", tuned_json="{}", notes_txt="unread") == before


def test_a_file_of_something_else_is_refused_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("name,total\nAnn,3\n")
    with pytest.raises(LabError, match=r"Line 1 of .* is not a line of a results file") as caught:
        run(path)
    assert caught.value.code == "bad_results"
    assert path.read_text() == "name,total\nAnn,3\n"


def test_a_file_that_cannot_be_opened_or_is_in_use_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="cannot be used for results"):
        run(tmp_path)
    path = tmp_path / "r.jsonl"
    file = ResultsFile(path)
    with pytest.raises(LabError, match="Another run is writing"):
        run(path)
    file.close()
    run(path)


def test_an_interrupted_tournament_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    bots = ["greedy", "random", "uniform"]
    terms = Terms("new-york", blocks=14, seed=2, results=path)
    whole = tournament(bots, terms)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:9])
    again = tournament(bots, terms)
    assert again.ratings == whole.ratings
    assert again.matrix == whole.matrix
