"""Commands write, check and add a bot of one's own, and say what is wrong with it."""

import json
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import refused, run
from whistlestop.bots import own_bots as found
from whistlestop.bots import registry

FAULTY = """
from whistlestop.bots import register

@register("faulty", "Goes wrong.")
class Faulty:
    made = 0

    def __init__(self, rng):
        Faulty.made += 1
        self.number = Faulty.made

    def choose(self, view):
        {body}
"""


WALKER = f"""#!{sys.executable}
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if "view" in said:
        print(said["view"]["legal"][0], flush=True)
"""
QUICKLY = ("--board", "new-york", "--games", "1")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WHISTLESTOP_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    for known in (found.find_bots, found._file):
        known.cache_clear()


def faulty(body: str) -> str:
    Path("faulty.py").write_text(FAULTY.format(body=body))
    result = run("bots", "check", "faulty.py", "--games", "2", "--board", "usa", "--seconds", "0.2")
    assert result.exit_code == 1, result.output
    assert "cannot be let loose" in result.stdout
    return str(result.stdout)


@pytest.mark.slow
def test_the_bot_to_begin_with_passes_its_check_and_is_found_once_added() -> None:
    assert run("bots", "new", "my-bot").exit_code == 0
    result = run("bots", "check", "my_bot.py", "--games", "6", "--board", "europe")
    assert "It can be let loose." in result.stdout, result.stdout
    assert run("bots", "add", "my_bot.py", *QUICKLY).exit_code == 0
    found.find_bots.cache_clear()
    result = run("simulate", "my-bot", "random", "--games", "4", "--seed", "1")
    assert result.exit_code == 0, result.output


def test_a_bot_that_raises_is_told_of_with_its_seed_and_ply() -> None:
    assert "raised KeyError: 'red' (usa, 2 players, seed 0, ply" in faulty("{}['red']")


def test_a_fault_in_every_game_is_told_once() -> None:
    said = faulty("raise KeyError('red')").splitlines()
    assert said[1] == (
        "- it raised KeyError: 'red' (usa, 2 players, seed 0, ply 0), and so 2 times"
    )
    assert said[2:] == ["It cannot be let loose yet."]


def test_a_bot_that_answers_illegally_is_told_of() -> None:
    assert 'it answered "pass", which is not legal' in faulty("return 'pass'")


def test_a_bot_that_is_late_is_told_of() -> None:
    said = faulty("import time; time.sleep(0.3); return view.legal[0]")
    assert "it took longer than 0.2 seconds (usa, 2 players, seed 0, ply 0)" in said


@pytest.mark.parametrize("place", ["choose", "maker"])
def test_a_bot_that_never_answers_is_stopped(place: str) -> None:
    """After three answers that never came nobody waits for the other hundred games."""
    text = FAULTY.format(body="while True: pass")
    if place == "maker":
        text = text.replace("Faulty.made += 1", "while True: pass")
    Path("faulty.py").write_text(text)
    result = run("bots", "check", "faulty.py", "--games", "100", "--seconds", "0.1")
    assert result.exit_code == 1, result.output
    assert result.stdout.startswith("faulty: 3 games, 0 decisions")
    assert "it took longer than 0.1 seconds" in result.stdout


def test_a_program_that_never_answers_is_waited_for_as_long_as_was_said() -> None:
    Path("sleeper").write_text("#!/bin/sh\nsleep 60\n")
    Path("sleeper").chmod(0o755)
    began = time.monotonic()
    result = run("bots", "check", "./sleeper", "--games", "100", "--seconds", "0.2")
    assert (result.exit_code, result.stdout.startswith("sleeper: 3 games")) == (1, True)
    assert time.monotonic() - began < 8


def test_a_bot_that_follows_no_seed_is_told_of() -> None:
    said = faulty("import random; return random.SystemRandom().choice(list(view.legal))")
    assert "with the same seed it answers" in said


@pytest.mark.slow
def test_a_bot_that_peeks_is_told_of() -> None:
    # Nothing in reach of a bot lets it peek, so this one only behaves as if: of those that are made
    # for the first look (after one for each seat), the second, in the world dealt anew, answers
    # otherwise.
    said = faulty("return view.legal[-1 if self.number == 4 else 0]")
    assert "when hidden cards are dealt anew" in said


def test_a_bot_that_never_does_something_is_told_of() -> None:
    Path("shy.py").write_text(
        FAULTY.format(body="return next(one for one in view.legal if str(one) != 'tickets')")
    )
    result = run("bots", "check", "shy.py", "--games", "2", "--board", "usa")
    assert "Remark: on usa it never did this: draw tickets." in result.stdout
    assert result.stdout.endswith("It can be let loose.\n")
    assert result.exit_code == 0


@pytest.mark.slow
def test_a_program_is_added_by_its_path() -> None:
    program = Path("walker")
    program.write_text(WALKER)
    program.chmod(0o755)
    assert run("bots", "add", "walker", *QUICKLY).exit_code == 0
    found.find_bots.cache_clear()
    assert "walker" in run("bots", "list").stdout


@pytest.mark.parametrize("games", [1, 2, 3])
def test_the_bot_to_begin_with_passes_with_any_number_of_games(games: int) -> None:
    run("bots", "new", "my-bot")
    result = run("bots", "check", "my_bot.py", "--games", games, "--board", "new-york")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "body", ["raise KeyError('red')", "return 'pass'", "import sys; sys.exit(3)"]
)
def test_add_refuses_what_check_refuses_in_the_same_words(body: str) -> None:
    said = faulty(body)
    result = run("bots", "add", "faulty.py", "--games", "2", "--board", "usa", "--seconds", "0.2")
    assert result.exit_code == 1
    assert "It cannot be let loose yet." in result.stdout
    assert result.stdout.splitlines()[1:] == said.splitlines()[1:]
    assert not Path("home/bots/faulty.py").exists()


def test_a_program_that_says_nothing_is_not_let_in() -> None:
    Path("mute").write_text("#!/bin/sh\n")
    Path("mute").chmod(0o755)
    result = run("bots", "add", "mute", *QUICKLY)
    assert (result.exit_code, Path("home/bots").exists()) == (1, False)


@pytest.mark.parametrize(
    "body", ["print(ws.simulate(['greedy', 'random'], games=2))", "ws.simulate([Faulty, Faulty])"]
)
@pytest.mark.parametrize("command", ["check", "add"])
def test_a_file_that_simulates_while_it_is_read_is_told_so(command: str, body: str) -> None:
    plain = FAULTY.format(body="return view.legal[0]")
    Path("eager.py").write_text(f"import whistlestop as ws\n{plain}\n{body}\n")
    said = refused("bots", command, "eager.py")
    assert "eager.py plays games or asks for bots while it is being read" in said
    assert '`if __name__ == "__main__":`' in said


BROKEN = [
    ("simulate", "BOT", "greedy", "--games", "2", "--seed", "1"),
    ("tournament", "BOT", "greedy", "--blocks", "1", "--seed", "1"),
    ("rate", "BOT", "--against", "greedy", "--blocks", "1", "--seed", "1"),
    ("tune", "BOT", "--blocks", "1", "--seed", "1"),
    ("study", "new-york", "--bot", "BOT", "--games", "2", "--no-styles", "--seed", "1"),
]


@pytest.mark.parametrize("typed", BROKEN, ids=lambda typed: typed[0])
def test_a_bot_that_cannot_begin_is_refused_before_the_first_game(typed: tuple[str, ...]) -> None:
    Path("home/bots").mkdir(parents=True)
    Path("home/bots/faulty.py").write_text(FAULTY.format(body="raise KeyError('red')"))
    said = refused(*(word.replace("BOT", "faulty") for word in typed))
    assert said == "faulty fails at the first decision of a game: it raised KeyError: 'red'."


@pytest.mark.parametrize("typed", BROKEN[:3], ids=lambda typed: typed[0])
def test_a_program_that_is_not_there_is_refused(typed: tuple[str, ...]) -> None:
    said = refused(*(word.replace("BOT", "./nope") for word in typed))
    assert said.startswith(
        "nope fails at the first decision of a game: There is no program ./nope,"
    )


def test_a_file_that_registers_no_bot_is_told_how_it_would() -> None:
    Path("mine.py").write_text("class Mine:\n    pass\n")
    for command in ("check", "add"):
        said = refused("bots", command, "mine.py")
        assert said.startswith(
            "mine.py brings no bot: it registers none; `@whistlestop.bots.register("
        )


def test_a_python_file_in_the_place_of_a_program_is_told_how_to_be_added() -> None:
    Path("faulty.py").write_text(FAULTY.format(body="return view.legal[0]"))
    said = refused("simulate", "./faulty.py", "greedy", "--games", "2")
    assert said.endswith("`whistlestop bots add ./faulty.py` lets its bot in.")


STYLES = ("--style", "faulty", "--style", "random", "--blocks", "1")


@pytest.mark.slow
@pytest.mark.parametrize(
    "typed",
    [
        ("simulate", "faulty", "random", "--board", "new-york", "--games", "2", "--seed", "1"),
        ("tournament", "faulty", "random", "--board", "new-york", "--blocks", "1", "--seed", "1"),
        ("rate", "faulty", "--against", "random", "--board", "new-york", "--blocks", "1"),
        ("study", "new-york", "--bot", "faulty", "--games", "2", "--players", "2", "--no-styles"),
        ("study", "new-york", "--games", "2", "--players", "2", *STYLES),
    ],
    ids=["simulate", "tournament", "rate", "study", "styles"],
)
def test_failures_in_games_show_in_every_command(typed: tuple[str, ...]) -> None:
    Path("home/bots").mkdir(parents=True)
    body = "1 / (view.phase == 'opening'); return view.legal[0]"
    Path("home/bots/faulty.py").write_text(FAULTY.format(body=body))
    result = run(*typed, "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "times a bot failed and random played on for it:" in result.stdout
    assert "it raised ZeroDivisionError" in result.stdout


LATER_FAULT = """
from whistlestop.bots import Parameter, register

@register("faulty", "Goes wrong.", Parameter("share", 0.5, "Nothing.", low=0, high=1))
class Faulty:
    def __init__(self, rng, share):
        self.share = share

    def choose(self, view):
        1 / (view.phase == "opening")
        return view.legal[0]
"""


@pytest.mark.slow
def test_failures_in_a_tuning_show_too() -> None:
    Path("home/bots").mkdir(parents=True)
    Path("home/bots/faulty.py").write_text(LATER_FAULT)
    alone = ("--seed", "1", "--workers", "1")
    tuning = ("tune", "faulty", "--board", "new-york", "--blocks", "1", *alone)
    assert "times a bot failed and random played on for it:" in run(*tuning).stdout
    trials = json.loads(run(*tuning, "--json").stdout)["trials"]
    assert all("ZeroDivisionError" in str(trial["failures"]) for trial in trials)
    assert trials


def test_a_study_does_not_depend_on_the_bots_somebody_has_added() -> None:
    from whistlestop.bots import bot_names
    from whistlestop.lab.matches.tournament import ladder
    from whistlestop.lab.study.study import quick_bots

    before = quick_bots(), ladder()
    Path("home/bots").mkdir(parents=True)
    text = FAULTY.format(body="return view.legal[0]")
    Path("home/bots/mine.py").write_text(text.replace('"Goes wrong."', '"Is new.", strength=9'))
    assert "faulty" in bot_names()
    assert (quick_bots(), ladder()) == before
    assert {"planner", "greedy"} <= set(before[0])


def test_a_name_that_is_taken_and_a_file_that_is_missing_are_refused() -> None:
    assert "no file" in refused("bots", "add", "nowhere.py")
    assert "no file" in refused("bots", "check", "nowhere.py")
    Path("x.py").write_text(FAULTY.format(body="pass").replace('"faulty"', '"greedy"'))
    assert "named greedy already" in refused("bots", "add", "x.py")
    assert "named greedy already" in refused("bots", "check", "x.py")
    assert "cannot be the name" in refused("bots", "new", "My Bot")
    assert "named greedy already" in refused("bots", "new", "greedy")
    assert not Path("greedy.py").exists()


def test_a_file_that_brings_no_bot_is_listed_with_its_reason() -> None:
    Path("home/bots").mkdir(parents=True)
    Path("home/bots/broken.py").write_text("1 / 0")
    result = run("bots", "list")
    assert "broken.py brings no bot: ZeroDivisionError" in result.stderr
