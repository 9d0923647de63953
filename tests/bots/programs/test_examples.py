"""The example bots, in three languages: whole games on every board, and JSON of any kind in C."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.bots.playing import TABLES
from whistlestop.boards.load import load_board
from whistlestop.bots.programs.stdio import Program, board_facts
from whistlestop.engine.game import Game
from whistlestop.lab import simulate

pytestmark = pytest.mark.slow

ENDS = [
    (board, players)
    for board, players in TABLES
    if (board, players - 1) not in TABLES or (board, players + 1) not in TABLES
]
"""Every board with the fewest and with the most players; a seat more between is nothing new."""
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
LANGUAGES = ["traveller.py", "hauler.mjs", "signalman.c"]
STRICT = ["-O2", "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]
# Ends the program at the first byte read or written out of its bounds.
WATCHED = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"]


def compiled(folder: Path, *flags: str) -> Path | None:
    """The bot in C as a program; None where that compiler cannot make it so."""
    program = folder / "signalman"
    command = ["cc", *STRICT, *flags, "-o", str(program), str(EXAMPLES / "signalman.c")]
    done = subprocess.run(command, capture_output=True, text=True)
    # A compiler may lack a sanitizer's library; of its warnings there must be none.
    assert not flags or "warning" not in done.stderr
    assert flags or done.returncode == 0, done.stderr
    return program if done.returncode == 0 else None


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The command that starts each example."""
    found = {name: str(EXAMPLES / name) for name in LANGUAGES}
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here")
    found["signalman.c"] = str(compiled(tmp_path_factory.mktemp("c")))
    return found


def test_there_is_an_example_in_each_language() -> None:
    files = {path.name for path in EXAMPLES.iterdir()}
    assert files == {*LANGUAGES, "json.h"}
    assert all(os.access(EXAMPLES / name, os.X_OK) for name in LANGUAGES if name[-1] != "c")


@pytest.mark.parametrize("example", LANGUAGES)
def test_an_example_plays_without_a_failure_and_beats_chance(
    example: str, programs: dict[str, str]
) -> None:
    result = simulate([Program(programs[example]), "random"], "new-york", games=6, seed=5)
    assert [str(failed) for failed in result.failures] == []
    assert result.standings[0].rate >= 0.75


@pytest.mark.parametrize("example", LANGUAGES)
@pytest.mark.parametrize(("board", "players"), ENDS)
def test_an_example_plays_on_every_board_with_the_fewest_and_the_most_players(
    example: str, board: str, players: int, programs: dict[str, str]
) -> None:
    others = ["greedy", "random", "greedy", "random"][: players - 1]
    result = simulate([Program(programs[example]), *others], board, games=2, seed=7)
    assert [str(failed) for failed in result.failures] == []


def test_the_one_in_c_beats_greedy(programs: dict[str, str]) -> None:
    result = simulate([Program(programs["signalman.c"]), "greedy"], "usa", games=10, seed=3)
    assert result.failures == ()
    assert result.standings[0].rate >= 0.7


@pytest.fixture(scope="module")
def careful(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The bot in C, made to end at the first slip with its memory."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler here")
    return str(
        compiled(tmp_path_factory.mktemp("c"), *WATCHED) or compiled(tmp_path_factory.mktemp("c"))
    )


def told(program: str, *lines: str) -> tuple[int, list[str], str]:
    """The exit code, the answers and the errors of a program that was told some lines."""
    done = subprocess.run(
        [program],
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        # What a program that gives up has not freed is no fault.
        env={"ASAN_OPTIONS": "detect_leaks=0"},
    )
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def conversation(**more: Any) -> tuple[str, str, list[str]]:
    """A hello, a view, and the answers that are legal."""
    game = Game("new-york", ["Zoë", '\U0001f682 "Bob" \\ '], seed=1)
    view = {**more, **game.view(0).data()}
    hello = {"protocol": 2, "seed": 1, "board": board_facts(game.board), **more}
    return json.dumps({"hello": hello}), json.dumps({"view": view}), game.view(0).legal.texts()


def test_it_reads_any_json_that_is_well_formed(careful: str) -> None:
    strange = {
        "new": [
            [],
            {},
            [{"a": [None, True, False, -1.5e-7, 0]}],
            'é\u2028\U0001f682\\"\b\f\n\r\t/',
        ],
        "long": ["x" * 200_000],
        "deep": json.loads("[" * 40 + "]" * 40),
    }
    for ensure_ascii in (True, False):
        for layout in (None, 3):
            hello, view, legal = conversation(**strange)
            lines = [
                json.dumps(json.loads(line), ensure_ascii=ensure_ascii, indent=layout).replace(
                    "\n", "\r\t "
                )
                for line in (hello, view, view)
            ]
            code, answers, errors = told(careful, *lines, '{"bye":true}', "never read")
            assert (code, errors) == (0, "")
            assert len(answers) == 2
            assert set(answers) <= set(legal)


def test_it_ends_with_a_sentence_at_what_is_no_json(careful: str) -> None:
    hello, view, _ = conversation()
    broken = [
        "",
        "{",
        "[1,",
        '{"view"',
        '{"view":',
        '{"a" 1}',
        '"\\u12',
        '"\\x"',
        '"\\',
        "nul",
        "inf",
    ]
    broken += ["1 2", "[" * 500, '{"view":{}} x', '"' + "a" * 70_000, hello[:-5]]
    for line in broken:
        code, answers, errors = told(careful, line)
        assert (code, answers, errors.count("\n")) == (1, [], 1), (line[:40], errors)
    assert told(careful, view)[2] == "a view came before the hello\n"
    assert told(careful)[0] == 0


def test_it_minds_its_memory_whatever_is_changed_in_a_line(careful: str) -> None:
    luck = random.Random(19)
    hello, view, _ = conversation()
    for _ in range(60):
        lines = []
        for line in (hello, view):
            at = luck.randrange(len(line))
            lines.append(
                line[:at] + luck.choice(['"', "]", "{", ",", "9", "\\", ""]) + line[at + 1 :]
            )
        code, _, errors = told(careful, *lines)
        assert code in (0, 1), errors
        assert "Sanitizer" not in errors
        assert "runtime error" not in errors


def test_the_board_may_change_between_two_views(careful: str) -> None:
    hello, view, legal = conversation()
    other = json.dumps({"hello": {"board": board_facts(load_board("europe"))}})
    ask = json.dumps({"view": Game("europe", 2, seed=2).view(1).data()})
    code, answers, errors = told(careful, hello, view, other, ask, hello, view)
    assert (code, errors, len(answers)) == (0, "", 3)
    assert answers[0] == answers[2] in legal
