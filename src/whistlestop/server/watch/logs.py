"""Structured logs: one JSON object in a line on stderr.

A line is a name and a few facts chosen by whoever writes it; never a message, a token, a cookie, a
hand or a seed. Of an exception only its type and the places in the code are told, because what it
says may quote what a player holds. Logs are for operators: nothing reads them back.
"""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any, TextIO

import msgspec
from aiohttp import web
from aiohttp.abc import AbstractAccessLogger

ROUTE = web.RequestKey("route", str)
TABLE = web.RequestKey("table", str)

logger = logging.getLogger("whistlestop.server")

_encode = msgspec.json.Encoder().encode
_FRAMES = 12
# What every record has; anything else was given as `extra`.
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        ours = record.name.startswith("whistlestop")
        line: dict[str, Any] = {"at": round(record.created, 3), "level": record.levelname.lower()}
        if ours:
            line["event"] = str(record.msg)
            line.update(_facts(record))
        else:
            # What other libraries say may hold anything; where they say it is enough to look it up.
            place = f"{record.filename}:{record.lineno}"
            line.update(event="library", library=record.name, place=place)
        if record.exc_info and record.exc_info[1] is not None:
            line.update(exception_facts(record.exc_info[1]))
        return _encode(line).decode()


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    """What was given as `extra`, as far as it is plain."""
    return {
        name: value
        for name, value in record.__dict__.items()
        if name not in _STANDARD and (value is None or isinstance(value, str | int | float))
    }


def exception_facts(exc: BaseException) -> dict[str, Any]:
    """An exception's type and where it came from, without what it says."""
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


def note_defect(where: str, exc: BaseException | None) -> None:
    """Something that should never happen: with its place, so that it can be mended."""
    logger.error("defect", exc_info=exc, extra={"part": where})


class AccessLines(AbstractAccessLogger):
    """One line for each request: its route and its table. What else is in the address is dropped,
    since it may be an invite."""

    @property
    def enabled(self) -> bool:
        return logger.isEnabledFor(logging.INFO)

    def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
        note(
            "request",
            method=request.method[:12],
            route=request.get(ROUTE),
            table=request.get(TABLE),
            status=response.status,
            ms=round(time * 1000, 2),
            bytes=response.body_length,
        )
