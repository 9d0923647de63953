"""Bots in other languages: a program that is told views and answers with actions, line by line."""

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from whistlestop.boards.load import board_names, load_board
from whistlestop.bots import BotError
from whistlestop.bots.programs.conversation import Conversation
from whistlestop.bots.programs.stdio import PROTOCOL, Program, StdioBot, board_facts
from whistlestop.engine.game import Game
from whistlestop.lab import simulate

pytestmark = pytest.mark.slow

ECHO = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "view" in message:
        print(message["view"]["legal"][0], flush=True)
"""

Write = Callable[[str], list[str]]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """Turns a text into a Python program and gives the command that runs it."""

    def write(text: str) -> list[str]:
        path = tmp_path / "program.py"
        path.write_text(text)
        return [sys.executable, str(path)]

    return write


def failure(command: list[str], seconds: float = 10.0) -> tuple[str, str]:
    """The code and the sentence with which the first decision fails."""
    view = Game("usa", 2, seed=1).view(0)
    with StdioBot(command, seconds=seconds) as bot, pytest.raises(BotError) as raised:
        bot.choose(view)
    return raised.value.code, str(raised.value)


def gone(pid: int) -> bool:
    """Whether a process has ended, waiting for it a little."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.01)
    return False


def test_a_program_is_greeted_once_then_told_each_view_and_bidden_goodbye(
    written: Write, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    command = written(
        "import json, sys\n"
        f"with open({str(heard)!r}, 'w') as kept:\n"
        "    for line in sys.stdin:\n"
        "        kept.write(line)\n"
        "        if 'view' in json.loads(line):\n"
        "            print(json.loads(line)['view']['legal'][0], flush=True)\n"
    )
    game = Game("europe", ["Ann", "Bob"], seed=3)
    shown: list[dict[str, Any]] = []
    with StdioBot(command, seed=42) as bot:
        while len(shown) < 6:
            view = game.view(game.turn)
            if game.turn == 0:
                shown.append(view.data())
            game.play(bot.choose(view) if game.turn == 0 else view.legal[0])
    hello, *views, bye = [json.loads(line) for line in heard.read_text().splitlines()]
    facts = json.loads(json.dumps(board_facts(game.board)))
    assert hello == {"hello": {"protocol": PROTOCOL, "seed": 42, "board": facts}}
    assert [line["view"] for line in views] == json.loads(json.dumps(shown))
    assert bye == {"bye": True}


@pytest.mark.parametrize("name", board_names())
def test_the_hello_tells_all_that_the_rules_know_of_a_board(name: str) -> None:
    board = load_board(name)
    facts = board_facts(board)
    assert {r["id"]: r["points"] for r in facts["routes"]} == {
        r.id: board.rules.points[r.length] for r in board.routes
    }
    assert sum(card["count"] for card in facts["cards"]) == board.deck_size
    assert [t["id"] for t in facts["tickets"]] == [t.id for t in board.tickets]
    twins = {r["id"]: r["twin"] for r in facts["routes"] if r["twin"]}
    assert all(twins[other] == route for route, other in twins.items())
    assert json.loads(json.dumps(facts))["digest"] == board.digest


def test_any_callable_that_makes_one_can_be_simulated(written: Write) -> None:
    command = written(ECHO)
    result = simulate([lambda rng: StdioBot(command), "greedy"], "new-york", games=2, seed=1)
    assert result.failures == ()


@pytest.mark.slow
def test_a_program_can_be_sent_to_several_workers_with_the_same_games(written: Write) -> None:
    program = Program(written(ECHO))
    here = simulate([program, "greedy"], "new-york", games=4, seed=1)
    there = simulate([program, "greedy"], "new-york", games=4, seed=1, workers=2)
    assert (here.games, here.failures) == (there.games, ())


def test_a_program_that_follows_its_seed_plays_the_same_again(written: Write) -> None:
    program = Program(
        written(
            "import json, random, sys\n"
            "for line in sys.stdin:\n"
            "    message = json.loads(line)\n"
            "    if 'hello' in message: luck = random.Random(message['hello']['seed'])\n"
            "    elif 'view' in message: print(luck.choice(message['view']['legal']), flush=True)\n"
        )
    )
    first, second = (simulate([program, "greedy"], "usa", games=2, seed=9) for _ in range(2))
    other = simulate([program, "greedy"], "usa", games=2, seed=10)
    assert first.games == second.games != other.games


@pytest.mark.parametrize(
    ("program", "code", "says"),
    [
        ("import sys; sys.exit(3)", "ended", "ended with exit code 3"),
        ("import os; os.kill(os.getpid(), 9)", "ended", "ended by signal 9"),
        ("import os, sys; sys.stdin.readline(); os.close(1); sys.stdin.read()", "ended", "closed"),
        ("import time; time.sleep(60)", "hung", "did not answer in time"),
        ("while True: pass", "hung", "did not answer in time"),
        ("input(); input(); print('draw', end='', flush=True); input()", "hung", "in time"),
        ("input(); input(); print('x' * 10_000_000)", "bad_answer", "more than 4096 characters"),
        ("input(); input(); print()", "bad_answer", "it is empty"),
        ("input(); input(); print('dance')", "bad_answer", "it must begin with one of"),
        ("input(); input(); import os; os.write(1, b'\\xff\\n')", "bad_answer", "not UTF-8"),
    ],
)
def test_a_program_that_fails_is_refused_with_a_code_and_a_sentence(
    written: Write, program: str, code: str, says: str
) -> None:
    told, sentence = failure(written(program), seconds=0.5)
    assert told == code
    assert says in sentence


def test_an_interrupt_while_the_program_starts_ends_it(
    written: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(Conversation):
        def __init__(self, command: Sequence[str]) -> None:
            super().__init__(command)
            bot.interrupt()  # the program runs, and the bot does not know it yet

    monkeypatch.setattr("whistlestop.bots.programs.stdio.Conversation", Interrupted)
    bot = StdioBot(written("import time; time.sleep(60)"), seconds=50)
    with pytest.raises(BotError) as raised:
        bot.choose(Game("usa", 2, seed=1).view(0))
    assert raised.value.code == "ended"


def test_a_program_that_says_more_than_was_asked_is_found_out(written: Write) -> None:
    # One text, so that both lines come at once however the program's output is buffered.
    command = written(ECHO.replace("print(", "print('pass\\n%s' % "))
    game = Game("usa", 2, seed=1)
    with StdioBot(command) as bot:
        bot.choose(game.view(0))
        with pytest.raises(BotError) as raised:
            bot.choose(game.view(0))
    assert raised.value.code == "unasked"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: None, "There is no program"),
        (lambda path: path.write_text("#!/bin/sh\n"), "chmod +x"),
        (lambda path: (path.write_text("hm"), path.chmod(0o755)), "a script begins with"),
        (lambda path: (path.write_text("#!/no/such\n"), path.chmod(0o755)), "its first line"),
    ],
)
def test_what_cannot_be_started_is_named_in_a_sentence(
    tmp_path: Path, make: Callable[[Path], object], says: str
) -> None:
    make(tmp_path / "bot")
    code, sentence = failure([str(tmp_path / "bot")])
    assert code == "no_program"
    assert says in sentence


@pytest.mark.parametrize("command", ["", [], [1], ["a\0b"], "unfinished 'quote"])
def test_what_is_no_command_is_refused_at_once(command: list[str]) -> None:
    with pytest.raises(BotError) as raised:
        StdioBot(command)
    assert raised.value.code == "bad_command"


def test_a_hung_program_is_ended_with_everything_it_started(written: Write, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = written(
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "time.sleep(60)\n"
    )
    assert failure(command, seconds=1.0)[0] == "hung"
    assert all(gone(int(pid)) for pid in pids.read_text().split())


def test_a_program_that_reads_nothing_does_not_block_the_caller(written: Write) -> None:
    """More is told than a pipe holds, so that writing too must keep to the time limit."""
    view = Game("usa", 2, seed=1).view(0)
    bot = StdioBot(written("import time; time.sleep(60)"), seconds=0.3)
    bot._hello = lambda board: b" " * 1_000_000 + b"\n"  # type: ignore[method-assign]
    started = time.monotonic()
    with pytest.raises(BotError) as raised:
        bot.choose(view)
    assert raised.value.code == "hung"
    assert time.monotonic() - started < 5


def test_a_failed_program_is_started_anew_for_the_next_decision(
    written: Write, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    command = written(
        f"import os\nif not os.path.exists({str(mark)!r}):\n"
        f"    open({str(mark)!r}, 'w').close()\n    raise SystemExit(1)\n{ECHO}"
    )
    view = Game("usa", 2, seed=1).view(0)
    with StdioBot(command) as bot:
        with pytest.raises(BotError):
            bot.choose(view)
        assert bot.choose(view) == view.legal[0]


def test_a_program_that_ignores_the_goodbye_is_ended(written: Write, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = written(
        f"import os, time\nopen({str(pid)!r}, 'w').write(str(os.getpid()))\n{ECHO}\ntime.sleep(60)"
    )
    with StdioBot(command) as bot:
        bot.choose(Game("usa", 2, seed=1).view(0))
    assert gone(int(pid.read_text()))


def test_a_bot_that_is_let_go_of_leaves_no_process(written: Write, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = written(f"import os\nopen({str(pid)!r}, 'w').write(str(os.getpid()))\n{ECHO}")
    bot = StdioBot(command)
    bot.choose(Game("usa", 2, seed=1).view(0))
    assert psutil.pid_exists(int(pid.read_text()))
    del bot
    assert gone(int(pid.read_text()))


def test_what_a_program_writes_to_its_standard_error_passes_through(
    written: Write, capfd: pytest.CaptureFixture[str]
) -> None:
    command = written(f"import sys\nprint('thinking', file=sys.stderr, flush=True)\n{ECHO}")
    with StdioBot(command) as bot:
        bot.choose(Game("usa", 2, seed=1).view(0))
    assert capfd.readouterr().err == "thinking\n"


def test_another_board_is_greeted_anew(written: Write) -> None:
    command = written(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if 'hello' in message: board = message['hello']['board']['name']\n"
        "    elif 'view' in message and board == message['view']['board']:\n"
        "        print(message['view']['legal'][0], flush=True)\n"
    )
    with StdioBot(command) as bot:
        for board in ("usa", "europe", "europe", "usa"):
            bot.choose(Game(board, 2, seed=1).view(0))


@pytest.mark.parametrize(
    ("command", "name"),
    [("./bots/mine", "mine"), ("node ./mine.mjs --fast", "mine.mjs"), (["/a b/c.py"], "c.py")],
)
def test_a_program_goes_by_the_name_of_its_file(command: str | list[str], name: str) -> None:
    assert Program(command).__name__ == name
