"""A language model at the table: the endpoint here answers well, badly, slowly or never."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest

from whistlestop.bots.programs.stdio import StdioBot, board_facts
from whistlestop.engine.game import Game

pytestmark = pytest.mark.slow

FILE = Path(__file__).parents[3] / "examples" / "agents" / "llm.py"

Answer = Callable[[int, dict[str, Any]], str | int | None]
"""By the number of the request and its body: a text, a status, or None to say nothing at all."""


class Endpoint(ThreadingHTTPServer):
    """Chat completions at 127.0.0.1, as a function answers them."""

    daemon_threads = True

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        assert self.path == "/v1/chat/completions"
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        said = self.server.answer(len(self.server.asked), body)
        if said is None:
            self.server.closing.wait()
        elif isinstance(said, int):
            self.send_error(said)
        else:
            self._send(said)

    def _send(self, said: str) -> None:
        content = said if said.startswith("<") else _completion(said)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(content.encode())

    def log_message(self, *args: object) -> None:
        """Nothing on stderr."""


def _completion(said: str) -> str:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": said}}]})


@contextmanager
def endpoint(answer: Answer) -> Iterator[Endpoint]:
    with Endpoint(answer) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.closing.set()
        server.shutdown()
        thread.join()


def choices(body: dict[str, Any]) -> list[str]:
    """The numbered choices that the model was shown."""
    return re.findall(r"^\d+\. (.*)$", body["messages"][1]["content"], re.MULTILINE)


def last(number: int, body: dict[str, Any]) -> str:
    return str(len(choices(body)))


def first_decision(url: str, *options: str) -> str:
    """What the model does with the opening of a game."""
    command = [sys.executable, str(FILE), "--url", url, *options]
    with StdioBot(command, seconds=60) as bot:
        return str(bot.choose(Game("new-york", 2, seed=1).view(0)))


def test_a_model_that_answers_well_plays_a_whole_game() -> None:
    with endpoint(last) as server:
        game = Game("new-york", 2, seed=1)
        command = [sys.executable, str(FILE), "--url", server.url, "--model", "tiny"]
        with StdioBot(command, seconds=60) as bot:
            while not game.over:
                asked = len(server.asked)
                action = bot.choose(game.view(game.turn))
                if len(server.asked) > asked:
                    assert choices(server.asked[-1])[-1].endswith(str(action))
                game.play(action)
    assert {body["model"] for body in server.asked} == {"tiny"}
    assert max(len(choices(body)) for body in server.asked) <= 60


@pytest.mark.parametrize("bad", ["I would rather not.", "999", "", "<html>", 500, 429], ids=str)
def test_a_bad_answer_is_asked_about_again(bad: str | int) -> None:
    with endpoint(lambda n, body: bad if n < 3 else "I think it is 2.") as server:
        assert first_decision(server.url) == "keep 2"
    assert len(server.asked) == 3
    if bad in ("999", "", "I would rather not."):
        assert server.asked[-1]["messages"][-1]["content"] == "Answer with a number from 1 to 3."


def test_a_slow_answer_is_given_up_and_asked_for_again() -> None:
    with endpoint(lambda n, body: None if n == 1 else "3") as server:
        assert first_decision(server.url, "--timeout", "0.3") == "keep 1 2"
    assert len(server.asked) == 2


def test_without_any_answer_it_takes_the_first_choice_and_asks_again_the_next_time() -> None:
    with endpoint(lambda n, body: None) as server:
        command = [sys.executable, str(FILE), "--url", server.url, "--patience", "0.5"]
        view = Game("new-york", 2, seed=1).view(0)
        with StdioBot(command, seconds=60) as bot:
            assert str(bot.choose(view)) == "keep 1"
            asked = len(server.asked)
            assert asked >= 1
            assert str(bot.choose(view)) == "keep 1"
            assert len(server.asked) > asked


def test_a_model_that_only_mumbles_is_asked_in_other_moods_and_not_for_ever() -> None:
    with endpoint(lambda n, body: "You are in the market for a new seat.") as server:
        assert first_decision(server.url, "--tokens", "12") == "keep 1"
    moods = [body["temperature"] for body in server.asked]
    assert moods == sorted(set(moods))
    assert (moods[0], len(moods)) == (0, 6)
    assert {body["max_tokens"] for body in server.asked} == {12}


def test_an_endpoint_that_is_not_there_costs_only_patience() -> None:
    with endpoint(last) as server:
        url = server.url
    assert first_decision(url, "--patience", "0.3") == "keep 1"


@pytest.fixture(scope="module")
def llm() -> Any:
    spec = spec_from_file_location("llm_example", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("board", ["europe", "london", "new-york", "usa"])
def test_at_most_sixty_choices_and_every_one_is_legal(board: str, llm: Any) -> None:
    game, luck, most = Game(board, 2, seed=3), Random(3), 0
    player = llm.Player({"board": json.loads(json.dumps(board_facts(game.board)))}, None, 1)
    while not game.over:
        view = game.view(game.turn)
        data, legal = view.data(), view.legal.texts()
        assert legal == [player.actions[number] for number in data["legal"]]
        shown = player.grouped(legal)
        actions = [action for _, action in shown]
        assert set(actions) <= set(legal)
        assert len(set(actions)) == len(actions) <= llm.MOST
        missing = {player.target(a) for a in legal} - {player.target(a) for a in actions}
        assert not missing or len(actions) == llm.MOST
        assert player.in_words(data, shown).endswith(f"{len(shown)}. {shown[-1][0]}")
        most = max(most, len(legal))
        game.play(luck.choice(legal))
    assert most > 20


def test_a_number_begins_a_line_or_ends_an_answer(llm: Any) -> None:
    assert llm.number_in("Of 1 and 2, I choose 2.", 5) == 2
    assert llm.number_in(" 3. claim Chelsea to Midtown West (2 trains, 2 points)", 5) == 3
    assert llm.number_in("1. Chelsea is taken.\n2. Midtown is free.\nSo it is 4", 5) == 4
    for said in ("", "none", "0", "6"):
        with pytest.raises(llm.Unclear):
            llm.number_in(said, 5)
