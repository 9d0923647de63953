"""Records of many games in one file: real records, read one by one, whole or not there."""

import gzip
import os
import signal
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest

import whistlestop as ws
from tests.boards.tiny import TINY
from tests.bots.playing import TABLES
from tests.lab.games.broken_bots import FailsInTheEnd
from whistlestop.bots import make_bot
from whistlestop.lab import LabError, Terms, simulate, tournament, tune
from whistlestop.lab.data.recorded import seat_names
from whistlestop.lab.games.plan import SimulationPlan, recipes
from whistlestop.record import RecordError, load_all

LONG = "planner:doubt=0.25,risk=0.125,tuned=no,nerve=1"


def written(path: Path, bots: list[str], board: str = "new-york", **rest: object) -> Path:
    given = {"games": 4, "seed": 3, **rest}
    simulate(bots, board, records=path, **given)  # type: ignore[arg-type]  # any of its options
    return path


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_record_in_the_file_is_that_of_the_game_to_the_byte(
    board: str, players: int, tmp_path: Path
) -> None:
    bots = ["random", "greedy", "uniform", "random:by=actions", "greedy"][:players]
    path = written(tmp_path / "g.wst.gz", bots, board, games=2)
    plan = SimulationPlan(ws.load_board(board), recipes(bots), 3)
    for number, record in enumerate(load_all(path)):
        game = ws.Game(board, record.players, seed=f"3/{number}")
        made = [make_bot(bots[b], seed=f"3/{number}/{b}") for b in plan.seating(number)]
        while not game.over:
            game.play(made[game.turn].choose(game.view(game.turn)))
        assert record.dumps() == game.record.dumps()
        record.verify()


def test_results_and_records_agree_whichever_way_the_bots_play(tmp_path: Path) -> None:
    for bots in (["uniform"] * 2, ["random"] * 2, ["greedy", "random"], [FailsInTheEnd, "greedy"]):
        path = tmp_path / "g.wst.gz"
        result = simulate(bots, "new-york", games=4, seed=3, records=path)  # type: ignore[arg-type]
        records = list(ws.load_all(path))
        assert [r.seed for r in records] == [game.seed for game in result.games]
        assert [r.result and r.result.totals for r in records] == [g.totals for g in result.games]
        assert [len(r) for r in records] == [game.plies for game in result.games]
        for record, game in zip(records, result.games, strict=True):
            assert record.players == tuple(result.bots[bot] for bot in game.bots)
            record.verify()


def test_asking_for_records_changes_no_game(tmp_path: Path) -> None:
    bots = ["greedy", "random"]
    kept = simulate(bots, "new-york", games=6, seed=1, records=tmp_path / "g.wst.gz")
    assert kept.games == simulate(bots, "new-york", games=6, seed=1).games


def test_the_same_run_writes_the_same_file(tmp_path: Path) -> None:
    one, two = (written(tmp_path / name, ["greedy", "random"]) for name in ("one.gz", "two.gz"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.slow
def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    bots = ["greedy", "uniform"]
    one = written(tmp_path / "one.gz", bots, games=30)
    two = written(tmp_path / "two.gz", bots, games=30, workers=2)
    assert one.read_bytes() == two.read_bytes()


def test_a_run_that_goes_on_writes_the_games_played_before(tmp_path: Path) -> None:
    results, bots = tmp_path / "r.jsonl", ["greedy", "random"]
    written(tmp_path / "few.gz", bots, games=4, results=results)
    lines = results.read_text().splitlines(keepends=True)
    results.write_text("".join(lines[:2]))
    again = written(tmp_path / "again.gz", bots, games=6, results=results)
    whole = written(tmp_path / "whole.gz", bots, games=6)
    assert again.read_bytes() == whole.read_bytes()
    recalled = written(tmp_path / "recalled.gz", bots, games=6, results=results)
    assert recalled.read_bytes() == whole.read_bytes()


def test_an_action_that_was_edited_in_the_results_is_refused(tmp_path: Path) -> None:
    results, bots = tmp_path / "r.jsonl", ["greedy", "random"]
    path = written(tmp_path / "g.gz", bots, games=2, results=results)
    before = path.read_bytes()
    first = next(ws.load_all(path)).plies[0]
    code = ws.Game("new-york", 2, seed="3/0").codec.encode(first.do)
    line = results.read_text()
    for edited in ("[0,", "["):
        results.write_text(line.replace(f"[{code},", edited, 1))
        assert results.read_text() != line
        with pytest.raises(LabError, match="Game 0 lacks an action, or has one that the rules"):
            written(path, bots, games=2, results=results)
    assert path.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["g.gz", "r.jsonl"]


def test_a_tournament_writes_all_its_games(tmp_path: Path) -> None:
    path = tmp_path / "t.wst.gz"
    result = tournament(
        ["greedy", "random", "uniform"], Terms("new-york", blocks=2, seed=1, records=path)
    )
    records = list(ws.load_all(path))
    assert len(records) == result.games
    assert {name for record in records for name in record.players} == {
        "greedy",
        "random",
        "uniform",
    }


def test_a_tuning_writes_no_records(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="A tuning writes neither records nor a dataset"):
        tune("greedy", Terms("new-york", blocks=2, seed=1, records=tmp_path / "x.gz"))


def test_bots_with_long_or_odd_names_get_names_that_players_can_have() -> None:
    def names(*bots: str) -> tuple[str, ...]:
        return seat_names(SimulationPlan(ws.load_board("new-york"), recipes(bots), 1), 0)

    assert names("greedy", "greedy") == ("greedy #1", "greedy #2")
    assert all(0 < len(name) <= 40 for name in names(LONG, LONG))
    assert len(set(names(LONG, LONG))) == 2


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = written(tmp_path / "g.gz", ["uniform", "uniform"], games=60)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + b"something else")
    assert next(ws.load_all(path)).seed == "3/0"


def test_records_of_a_board_of_ones_own_need_it(tmp_path: Path) -> None:
    board = tmp_path / "tiny.toml"
    board.write_text(TINY)
    path = written(tmp_path / "g.gz", ["uniform", "uniform"], str(board))
    assert [record.board.id for record in ws.load_all(path, board)] == ["tiny"] * 4
    with pytest.raises(RecordError, match=r"game 0: line 1: .*is not a shipped board"):
        list(ws.load_all(path))


def test_joined_and_unpacked_files_are_read_too(tmp_path: Path) -> None:
    one = written(tmp_path / "one.gz", ["uniform", "uniform"])
    two = written(tmp_path / "two.gz", ["greedy", "random"], "usa")
    both, plain = tmp_path / "both.gz", tmp_path / "plain.wst"
    both.write_bytes(one.read_bytes() + two.read_bytes())
    plain.write_bytes(gzip.decompress(both.read_bytes()))
    for path in (both, plain):
        assert [r.board.name for r in ws.load_all(path)] == ["new-york"] * 4 + ["usa"] * 4


def test_a_file_that_was_cut_gives_its_whole_games_and_says_so(tmp_path: Path) -> None:
    path = written(tmp_path / "g.gz", ["uniform", "uniform"], games=12)
    data, whole = path.read_bytes(), list(ws.load_all(path))
    seen = set()
    for end in range(3, len(data) - 8, len(data) // 40):
        path.write_bytes(data[:end])
        read: deque[ws.Record] = deque()
        with pytest.raises(RecordError, match=r"g\.gz is cut off or damaged after") as caught:
            read.extend(ws.load_all(path))
        assert caught.value.code == "truncated"
        assert list(read) == whole[: len(read)]
        assert f"after {len(read)} whole game" in str(caught.value)
        seen.add(len(read))
    assert len(seen) > 5


def test_damage_newer_formats_and_other_files_are_refused_by_game(tmp_path: Path) -> None:
    path = written(tmp_path / "g.gz", ["uniform", "uniform"])
    text = gzip.decompress(path.read_bytes())
    at = text.index(b'"do":"', text.rindex(b'{"whistlestop":"record"'))

    def code(data: bytes, pack: bool = True) -> tuple[str, str]:
        path.write_bytes(gzip.compress(data) if pack else data)
        with pytest.raises(RecordError) as caught:
            list(ws.load_all(path))
        return caught.value.code, caught.value.sentence

    kind, says = code(text[:at] + b'"so"' + text[at + 4 :])
    assert kind == "edited"
    assert says.startswith("g.gz, game 3: line 2: ")
    assert code(text.replace(b'"format":1', b'"format":9'))[0] == "newer_format"
    assert code(b"hello\n")[0] == "not_a_record"
    assert code(b"seat,bot\n0,greedy\n", pack=False)[0] == "not_a_record"
    assert code(b"", pack=False) == ("truncated", "g.gz is empty")


def test_what_cannot_be_opened_is_refused_at_once(tmp_path: Path) -> None:
    for place in (tmp_path / "missing.gz", tmp_path, "nul\0l"):
        with pytest.raises(RecordError, match="cannot be read"):
            ws.load_all(place)


def test_a_single_record_is_not_many(tmp_path: Path) -> None:
    path = written(tmp_path / "g.gz", ["uniform", "uniform"])
    with pytest.raises(RecordError, match="packed file of many games: load_all") as caught:
        ws.load(path)
    assert caught.value.code == "many_games"
    record = next(ws.load_all(path))
    record.save(tmp_path / "one.wst")
    assert list(ws.load_all(tmp_path / "one.wst")) == [record]
    record.redact(0).save(tmp_path / "seat.wst")
    with pytest.raises(RecordError, match="holds whole games, not a seat's"):
        list(ws.load_all(tmp_path / "seat.wst"))


@pytest.mark.parametrize("place", ["missing/g.gz", ".", "nul\0l"])
def test_a_place_that_cannot_be_written_is_refused_before_the_first_game(
    place: str, tmp_path: Path
) -> None:
    told: list[int] = []
    with pytest.raises(LabError, match="cannot be written") as caught:
        simulate(
            ["uniform", "uniform"],
            "new-york",
            games=2,
            records=f"{tmp_path}/{place}",
            progress=lambda done, of: told.append(done),
        )
    assert caught.value.code == "not_written"
    assert told == []
    assert os.listdir(tmp_path) == []


def test_a_file_without_a_name_is_refused() -> None:
    with pytest.raises(LabError, match="has no name") as caught:
        simulate(["uniform", "uniform"], "new-york", games=2, records="")
    assert caught.value.code == "not_written"


def test_a_run_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = written(tmp_path / "g.gz", ["uniform", "uniform"])
    before = path.read_bytes()

    def stop(done: int, of: int) -> None:
        if done > 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        written(path, ["greedy", "random"], games=40, progress=stop)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["g.gz"]


STOPPED = """
import sys
from whistlestop.lab import simulate

def stop(done, of):
    raise KeyboardInterrupt

try:
    simulate(["uniform"] * 2, "new-york", games=40, seed=1, progress=stop, {what}=sys.argv[1])
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.slow
@pytest.mark.parametrize("what", ["records", "dataset"])
def test_an_interrupt_is_told_by_nobody_else(what: str, tmp_path: Path) -> None:
    """Not even by those who write the file, when Python clears up."""
    program = [sys.executable, "-c", STOPPED.format(what=what), str(tmp_path / "games")]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == ("stopped\n", "")
    assert os.listdir(tmp_path) == []


FULL = """
import resource, sys
from whistlestop.lab import LabError, simulate
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    simulate(["uniform", "uniform"], "new-york", games=400, seed=1, {what}=sys.argv[1])
except LabError as error:
    print(error.code, error)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="files have no limits here")
@pytest.mark.parametrize("what", ["records", "dataset"])
def test_a_full_disk_is_one_sentence_and_leaves_nothing(what: str, tmp_path: Path) -> None:
    path = tmp_path / "games"
    done = subprocess.run(
        [sys.executable, "-c", FULL.format(what=what), str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout == f"not_written {path} cannot be written: File too large.\n"
    assert os.listdir(tmp_path) == []


KILLED = """
import os, signal, sys
from whistlestop.lab.data.beside import written_beside
with written_beside(sys.argv[1]) as file:
    file.write(b"half")
    if sys.argv[2] == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    print("writing", flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody can be killed so here")
def test_what_a_killed_run_left_is_removed_by_the_next_and_what_is_being_written_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "g.gz"
    other = tmp_path / ".g.gz.notours1"
    other.write_text("somebody's")
    run = [sys.executable, "-c", KILLED, str(place)]
    subprocess.run([*run, "dies"], check=False, timeout=60)
    (left,) = set(tmp_path.iterdir()) - {other}
    with subprocess.Popen([*run, "lives"], stdin=-1, stdout=-1, text=True) as alive:
        assert alive.stdout is not None
        assert alive.stdout.readline() == "writing\n"
        written(place, ["uniform", "uniform"])
        # A file so new may be one that its writer has yet to lock.
        assert left.exists()
        monkeypatch.setattr("whistlestop.lab.data.beside.FRESH", -1.0)
        written(place, ["uniform", "uniform"])
        assert not left.exists()
        assert len(os.listdir(tmp_path)) == 3
        alive.communicate()
    assert place.read_bytes() == b"half"
    assert set(tmp_path.iterdir()) == {place, other}
