"""Structured logs: one JSON object in a line on stderr.

A line is a name and a few facts chosen by whoever writes it; never a message, a token, a cookie, a
hand or a seed. Of an exception it has the type and the places in the code only, because the text
may quote a player's cards. Logs are for operators: nothing reads them back.
"""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any, TextIO

import msgspec
from aiohttp import web
from aiohttp.abc import AbstractAccessLogger

from whistlestop.server.addresses.address_book import ADDRESS, Address
from whistlestop.server.errors import TOO_MUCH, ServerRefusal

ROUTE = web.RequestKey("route", str)
TABLE = web.RequestKey("table", str)

logger = logging.getLogger("whistlestop.server")
# A command that carries something out without a server has no log: it says itself what it did.
logger.addHandler(logging.NullHandler())

_encode = msgspec.json.Encoder().encode
_FRAMES = 12  # of a traceback, the innermost: enough to find the place
# What every record has; anything else was given as `extra`.
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        ours = record.name.startswith("whistlestop")
        line: dict[str, Any] = {"at": round(record.created, 3), "level": record.levelname.lower()}
        if ours:
            line["event"] = str(record.msg)
            line.update(_facts(record))
        else:
            # The text of other libraries may hold anything; the place is enough to look it up.
            place = f"{record.filename}:{record.lineno}"
            line.update(event="library", library=record.name, place=place)
        if record.exc_info and record.exc_info[1] is not None:
            line.update(exception_facts(record.exc_info[1]))
        return _encode(line).decode()


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    """The plain values that were given as `extra`."""
    return {
        name: value
        for name, value in record.__dict__.items()
        # Libraries that hook into logging mark their own with an underscore.
        if name not in _STANDARD
        and name[0] != "_"
        and (value is None or isinstance(value, str | int | float))
    }


def exception_facts(exc: BaseException) -> dict[str, Any]:
    """An exception's type and where it came from, without its text."""
    frames = traceback.extract_tb(exc.__traceback__)[-_FRAMES:]
    places = [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": type(exc).__name__, "where": places}


def _short(path: str) -> str:
    return "/".join(path.replace("\\", "/").split("/")[-2:])


def set_up_logs(level: str = "info", stream: TextIO | None = None) -> logging.Handler:
    """Send all logs of this process to stderr as JSON lines."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logger.setLevel(level.upper())
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    return handler


def note(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Write a line."""
    if logger.isEnabledFor(level):
        logger.log(level, event, extra=facts)


def note_refusal(
    refusal: ServerRefusal, address: Address, table: str | None, route: str | None = None
) -> None:
    """Write a line about something that was refused. Where an address asks for too much, a few
    lines say it all, and the rest would fill the disk."""
    too_much = refusal.status == TOO_MUCH or refusal.code == "too_fast"
    if not too_much or address.is_worth_a_line():
        note("refused", code=refusal.code, route=route, table=table, address=address.alias)


def note_defect(where: str, exc: BaseException | None) -> None:
    """Write a line about something that should never happen, with its place in the code."""
    logger.error("defect", exc_info=exc, extra={"part": where})


class AccessLines(AbstractAccessLogger):
    """One line for each request: its route and its table, and nothing else of the path, since that
    may be an invite. Where it came from stands there by an alias."""

    @property
    def enabled(self) -> bool:
        """Whether lines of this level are written at all."""
        return logger.isEnabledFor(logging.INFO)

    def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
        """Write the line of a request; those that were too many have their lines as refusals."""
        address = request.get(ADDRESS)
        if response.status == TOO_MUCH:
            return
        note(
            "request",
            method=request.method[:12],
            route=request.get(ROUTE),
            table=request.get(TABLE),
            address=address.alias if address is not None else None,
            status=response.status,
            ms=round(time * 1000, 2),
            bytes=response.body_length,
        )
