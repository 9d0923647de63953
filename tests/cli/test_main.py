"""The entrance: help, version, unknown words, and the sentence for everything that goes wrong."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import click
import pytest

from tests.cli.running import program, refused, run
from whistlestop._version import __version__
from whistlestop.cli.main import COMMANDS, command_line, main


def test_help_lists_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"  {name} " in result.stdout for name in COMMANDS)


@pytest.mark.slow
def test_without_a_command_the_game_opens(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "whistlestop"]
    own = {**os.environ, "WHISTLESTOP_HOME": str(tmp_path), "BROWSER": "true"}
    with subprocess.Popen(command, env=own, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
    assert "Whistlestop is at http://127.0.0.1:" in said


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: whistlestop {name}")
    assert len(result.stdout.splitlines()) > 5


def test_version_is_that_of_the_package() -> None:
    assert run("--version").stdout == f"whistlestop {__version__}\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["simulat"], 'There is no command "simulat"; did you mean "simulate"?'),
        (["zzz"], "there are play, serve"),
        (["--nonsense"], "--nonsense"),
        (["boards", "--nonsense"], "See `whistlestop boards --help`."),
        (["boards", "extra"], "unexpected extra argument"),
        (["rules"], "Missing argument"),
        (["simulate"], "Missing argument"),
        (["replay"], "Missing argument"),
        (["check"], "Missing argument"),
        (["simulate", "greedy", "greedy", "--games", "many"], "no whole number."),
        (["play", "--terminal", "--seed", ""], "a seed is a number or a text"),
        (["play", "--terminal", "--seed", "x" * 65], "a seed is a number or a text"),
        (["play", "--terminal", "--seed", "a\tb"], "a seed is a number or a text"),
    ],
)
def test_what_is_not_understood_gets_one_sentence(args: list[str], says: str) -> None:
    assert says in refused(*args)


def test_an_interrupt_is_a_word_and_not_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(ctx: click.Context) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "invoke", interrupted)
    result = run("boards")
    assert (result.exit_code, result.stderr.strip()) == (130, "Stopped.")


def test_a_defect_is_not_dressed_up_as_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(ctx: click.Context) -> None:
        raise ValueError("no code")

    monkeypatch.setattr(command_line, "invoke", broken)
    with pytest.raises(ValueError, match="no code"):
        run("boards")


def test_help_loads_neither_the_engine_nor_what_draws_tables() -> None:
    code = (
        "import sys, json\nfrom whistlestop.cli.main import main\n"
        "sys.argv = ['whistlestop', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    print(json.dumps(list(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert "click" in loaded
    assert not {name for name in loaded if name.startswith(("rich", "whistlestop.engine"))}


def test_help_takes_less_than_three_tenths_of_a_second() -> None:
    """Counted in processor time, so that a busy machine does not decide."""

    def spent() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert program("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(spent() for _ in range(3)) < 0.3


def test_a_terminal_without_the_signs_shows_question_marks() -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = program("play", "--terminal", "--board", "europe", "--seed", "1", **env)
    assert done.returncode == 0
    assert "?" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    code = "from whistlestop.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "rules", "europe", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()


@pytest.mark.slow
def test_an_interrupted_simulation_leaves_no_traceback_of_its_workers() -> None:
    code = "from whistlestop.cli.main import main; main()"
    arguments = ["simulate", "greedy", "greedy", "--games", "1000000", "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == "Stopped."


def test_the_console_script_runs_the_command_line() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    assert project["project"]["scripts"] == {"whistlestop": f"{main.__module__}:{main.__name__}"}
    assert program("--version").stdout == f"whistlestop {__version__}\n"
