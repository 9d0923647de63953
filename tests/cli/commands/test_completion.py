"""A shell completes commands, options and boards."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.running import run
from whistlestop.cli.commands.completion import SHELLS


def completed(*words: str) -> list[str]:
    """What bash would offer for the last of these words."""
    asked = {
        "_WHISTLESTOP_COMPLETE": "bash_complete",
        "COMP_WORDS": "whistlestop " + " ".join(words),
    }
    code = "import sys; sys.argv = ['whistlestop']; from whistlestop.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **asked, "COMP_CWORD": str(len(words))},
        capture_output=True,
        text=True,
        check=False,
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script_that_asks_whistlestop(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_WHISTLESTOP_COMPLETE" in result.stdout


def test_commands_are_completed() -> None:
    assert completed("sim") == ["simulate"]


def test_boards_and_their_options_are_completed() -> None:
    assert completed("play", "--board", "usa:m") == ["usa:mega"]
    assert {"usa", "europe", "new-york", "london"} <= set(completed("play", "--board", ""))


def test_bots_and_their_parameters_are_completed() -> None:
    assert completed("simulate", "greedy", "pla") == ["planner"]
    assert completed("rate", "greedy:res") == ["greedy:reserve="]


class Terminal:
    """bash in a terminal of its own, with the tab key."""

    def __init__(self) -> None:
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        own = {**os.environ, "PATH": programs, "TERM": "dumb", "INPUTRC": os.devnull}
        ours, its = pty.openpty()
        bash = ["bash", "--norc", "--noprofile", "-i"]
        self.process = subprocess.Popen(
            bash, stdin=its, stdout=its, stderr=its, env=own, start_new_session=True
        )
        os.close(its)
        self.screen = ours

    def type(self, keys: str, shown: str, seconds: float = 30) -> None:
        """Press keys and wait until the screen shows something."""
        os.write(self.screen, keys.encode())
        seen, end = "", time.monotonic() + seconds
        while shown not in seen:
            assert time.monotonic() < end, f"{shown!r} is not in {seen!r}"
            if select.select([self.screen], [], [], 0.2)[0]:
                seen += os.read(self.screen, 4096).decode(errors="replace")

    def leave(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_the_tab_key_of_a_real_bash_completes_names_with_colons_too() -> None:
    bash = Terminal()
    try:
        # Not written as one word, or its echo would be taken for its answer.
        bash.type('eval "$(whistlestop completion bash)"; echo rea""dy\n', "ready")
        bash.type("whistlestop sim\t", "simulate")
        bash.type("\x15whistlestop simulate planner:hast\t", "planner:haste=")
        bash.type("\x15whistlestop play --board usa:m\t", "usa:mega ")
        bash.type("\x15whistlestop board \t\t", "preview")
    finally:
        bash.leave()
