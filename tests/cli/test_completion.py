"""A shell completes commands, options and boards."""

import os
import subprocess
import sys

import pytest

from tests.cli.running import run
from whistlestop.cli.completion import SHELLS


def completed(*words: str) -> list[str]:
    """What bash would offer for the last of these words."""
    asked = {
        "_WHISTLESTOP_COMPLETE": "bash_complete",
        "COMP_WORDS": "whistlestop " + " ".join(words),
    }
    code = "import sys; sys.argv = ['whistlestop']; from whistlestop.cli import main; main()"
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
