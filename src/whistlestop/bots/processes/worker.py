"""The program inside a worker process: it gets views and answers with actions.

`process` starts it with one end of a socket pair. It makes a fresh bot from name and seed for every
decision, so nothing carries over from one table to another. It opens no files and knows no tables
and no games. Invariant: it ends with its owner, whatever a bot is doing, and what it says about a
failure never holds what the bot has seen.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import socket
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

import msgspec

from whistlestop.boards.load import BoardError, board_names, load_board
from whistlestop.bots import BotError, make_bot
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.evaluation import evaluate
from whistlestop.bots.levels import recipe_of
from whistlestop.bots.processes.messages import (
    HEADER,
    READY,
    AdvisedAction,
    Answer,
    Question,
    ReviewQuestion,
    unpacked,
)
from whistlestop.bots.review.steps import ReviewError, take_step, to_json
from whistlestop.record import Record, RecordError, loads

MEMORY = 1 << 30  # bytes of address space; a bot that wants more fails instead of the machine
LONGEST_ACTION = 200  # characters; no board has an action that takes more
SHARE = 0.6  # of the seconds for an answer is for trying actions out, the rest for all else
NICENESS = 5  # the owner's event loop goes first when all processors are busy
ALARM_GRACE = 2.0  # seconds; the owner ends a hung bot first, unless it is gone itself

_PR_SET_PDEATHSIG = 1


def answer(question: Question | ReviewQuestion) -> Answer:
    """Ask the bot; whatever goes wrong in it becomes a failure in the answer."""
    try:
        if isinstance(question, ReviewQuestion):
            return _reviewed(question)
        if question.bot is None:
            return _counsel(question)
        bot = make_bot(recipe_of(question.bot, question.view.board), question.seed)
        return Answer(action=str(bot.choose(question.view))[:LONGEST_ACTION])
    except (BotError, ReviewError, RecordError) as error:
        return Answer(failure=f"refused {error.code}")
    # A bot may go wrong in any way, and even ask to leave the program.
    except BaseException as error:
        return Answer(failure=_where(error))


def _counsel(question: Question) -> Answer:
    """The best actions and how the seat stands, both by one evaluation."""
    view = question.view
    found = evaluate(view, seconds=question.seconds * SHARE, bots=question.bots)
    advice = counsel(view, found, question.count)
    options = tuple(AdvisedAction(str(a.action), a.value, a.reason, dict(a.params)) for a in advice)
    told = found.value.told()
    return Answer(options=options, win=told.win, margin=told.margin)


def _reviewed(question: ReviewQuestion) -> Answer:
    """One step of a review."""
    record = loads(question.record)
    assert isinstance(record, Record)
    return Answer(found=to_json(take_step(record, question.terms, question.step)).decode())


def _where(error: BaseException) -> str:
    """The kind of error and the line it came from. Its message could quote the bot's cards."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {_plain(Path(frames[-1].filename).name)}:{frames[-1].lineno}" if frames else ""
    return f"raised {_plain(type(error).__name__)}{place}"


def _plain(name: str) -> str:
    return "".join(c for c in name if c.isascii() and (c.isalnum() or c in "_.-"))[:60]


def main(arguments: list[str]) -> None:
    """`FD PARENT [MODULE…]`: answer questions until the socket ends."""
    fd, parent, *modules = arguments
    _be_a_child(int(parent))
    for module in modules:
        import_module(module)
    for name in board_names():
        with contextlib.suppress(BoardError):  # a broken file of the user's own; no table has it
            load_board(name)  # kept for later, so that the first question is not the slow one
    with socket.socket(fileno=int(fd)) as channel, contextlib.suppress(OSError):
        # What a bot prints may hold what it has seen, so it must not reach a log.
        _silence()
        _send(channel, READY)
        incoming = channel.makefile("rb")
        while (request := _receive(incoming)) is not None:
            _send(channel, msgspec.json.encode(_timed(unpacked(request))))


def _timed(question: Question | ReviewQuestion) -> Answer:
    """Answer under an alarm that ends this process, in case its owner is gone."""
    signal.setitimer(signal.ITIMER_REAL, question.seconds + ALARM_GRACE)
    try:
        return answer(question)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _be_a_child(parent: int) -> None:
    """Ignore interrupts, which are for the owner; end with the owner; take few resources."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("the server is gone")
    os.nice(NICENESS)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.__stderr__.fileno() if sys.__stderr__ else 2)
    os.close(nowhere)


def _send(channel: socket.socket, data: bytes) -> None:
    channel.sendall(HEADER.pack(len(data)) + data)


def _receive(incoming: BinaryIO) -> bytes | None:
    """One message, or None at the end."""
    header = incoming.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    data = incoming.read(size)
    return data if len(data) == size else None
