"""Running commands in tests: inside this process for most, as a real program for some."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from whistlestop.bots import make_bot
from whistlestop.cli.main import command_line
from whistlestop.cli.settings import has_password
from whistlestop.engine.game import Game


def run(*args: object, typed: str = "") -> Result:
    """Run a command here; an exception that is no sentence comes through."""
    words, env = _without_password([str(arg) for arg in args])
    return CliRunner().invoke(command_line, words, input=typed, env=env, catch_exceptions=False)


def _without_password(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The words of a command; an address that tells a password becomes a variable, as it has to."""
    for place in range(1, len(words)):
        if words[place - 1] == "--store" and has_password(words[place]):
            return words[: place - 1] + words[place + 1 :], {"WHISTLESTOP_STORE": words[place]}
    return words, {}


def refused(*args: object, typed: str = "") -> str:
    """The sentence with which a command refuses: one line, nothing else, exit code 2."""
    result = run(*args, typed=typed)
    assert (result.exit_code, result.stdout) == (2, "")
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert "Traceback" not in result.stderr
    return lines[0]


def program(*args: object, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a user does."""
    return subprocess.run(
        [sys.executable, "-c", "from whistlestop.cli.main import main; main()", *map(str, args)],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env=env or None,
        timeout=300,
    )


def recorded(path: Path, board: str = "new-york", players: int = 2, seed: int = 1) -> Path:
    """A whole game of bots in a file."""
    game = Game(board, ["Ann", "Bob", "Cy", "Di", "Eve"][:players], seed=seed)
    bots = [make_bot("greedy", seed=seat) for seat in range(players)]
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    game.record.save(path)
    return path
