"""Running commands in tests: inside this process for most, as a real program for some."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from whistlestop.bots import make_bot
from whistlestop.cli.main import command_line
from whistlestop.engine.game import Game


def run(*args: object, typed: str = "") -> Result:
    """Run a command here; an exception that is no sentence comes through."""
    typed_words = [str(arg) for arg in args]
    return CliRunner().invoke(command_line, typed_words, input=typed, catch_exceptions=False)


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
        timeout=60,
    )


def recorded(path: Path, board: str = "new-york", players: int = 2, seed: int = 1) -> Path:
    """A whole game of bots in a file."""
    game = Game(board, ["Ann", "Bob", "Cy", "Di", "Eve"][:players], seed=seed)
    bots = [make_bot("greedy", seed=seat) for seat in range(players)]
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    game.record.save(path)
    return path
