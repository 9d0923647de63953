"""Commands write, check and add a bot of one's own, and say what is wrong with it."""

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
    assert run("bots", "add", "my_bot.py").exit_code == 0
    found.find_bots.cache_clear()
    result = run("simulate", "my-bot", "random", "--games", "4", "--seed", "1")
    assert result.exit_code == 0, result.output


def test_a_bot_that_raises_is_told_of_with_its_seed_and_ply() -> None:
    assert "raised KeyError: 'red' (usa, 2 players, seed 0, ply" in faulty("{}['red']")


def test_a_bot_that_answers_illegally_is_told_of() -> None:
    assert 'it answered "pass", which is not legal' in faulty("return 'pass'")


def test_a_bot_that_is_late_is_told_of() -> None:
    assert "and 0.2 s are allowed" in faulty("import time; time.sleep(0.3); return view.legal[0]")


def test_a_bot_that_follows_no_seed_is_told_of() -> None:
    said = faulty("import random; return random.SystemRandom().choice(list(view.legal))")
    assert "with the same seed it answers" in said


def test_a_bot_that_peeks_is_told_of() -> None:
    # Nothing in reach of a bot lets it peek, so this one only behaves as if: of the three that are
    # made for a look (after one for each seat), the one in the world dealt anew answers otherwise.
    said = faulty("return view.legal[-1 if self.number % 3 == 2 else 0]")
    assert "when hidden cards are dealt anew" in said


def test_a_bot_that_never_does_something_is_told_of() -> None:
    said = faulty("return next(one for one in view.legal if str(one) != 'tickets')")
    assert "on usa it never does this: draw tickets" in said


def test_a_program_is_added_by_its_path() -> None:
    program = Path("walker")
    program.write_text("#!/bin/sh\n")
    assert run("bots", "add", "walker").exit_code == 0
    found.find_bots.cache_clear()
    assert "walker" in run("bots", "list").stdout


def test_a_name_that_is_taken_and_a_file_that_is_missing_are_refused() -> None:
    assert "no file" in refused("bots", "add", "nowhere.py")
    Path("x.py").write_text(FAULTY.format(body="pass").replace('"faulty"', '"greedy"'))
    assert "named greedy already" in refused("bots", "add", "x.py")
    assert "cannot be the name" in refused("bots", "new", "My Bot")


def test_a_file_that_brings_no_bot_is_listed_with_its_reason() -> None:
    Path("home/bots").mkdir(parents=True)
    Path("home/bots/broken.py").write_text("1 / 0")
    result = run("bots", "list")
    assert "broken.py brings no bot: ZeroDivisionError" in result.stderr
