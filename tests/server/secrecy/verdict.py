"""What two evenings that should look the same have sent that is not the same, and secret words that
somebody was sent."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from tests.server.secrecy.scripts import Eyes
from tests.server.secrecy.stage import CHAT, Told
from tests.server.secrecy.wire import Kept

AROUND = 60

# What a log line or a figure tells of time; and how long an answer was, which is the caller's own
# affair: those whose answers must be the same are compared byte by byte.
_MEASURED = ("at", "ms", "seconds", "bytes", "address")
_MEASURES = re.compile(r"_seconds|_created|whistlestop_commits")


def differences(one: Told, two: Told, eyes: Eyes) -> list[str]:
    """Where those who have no other eyes were sent something else, and where the logs differ."""
    found = []
    for name in one.kept:
        if one.eyes[name] <= eyes:
            found += [f"{name}: {what}" for what in unlike(one.kept[name], two.kept[name])]
    if _logged(one) != _logged(two):
        found.append(f"log: {_logged(one) - _logged(two)} but {_logged(two) - _logged(one)}")
    if _figures(one) != _figures(two):
        found.append("metrics")
    return found


def unlike(one: list[Kept], two: list[Kept]) -> list[str]:
    """The places where two people were sent different bytes."""
    found = [
        f"{a.label}: {_first_difference(a.data, b.data)}"
        for a, b in zip(one, two, strict=False)
        if a.data != b.data
    ]
    if [kept.label for kept in one] != [kept.label for kept in two]:
        found.append("not the same connections")
    return found


def _first_difference(a: bytes, b: bytes) -> str:
    pairs = enumerate(zip(a, b, strict=False))
    at = next((i for i, (x, y) in pairs if x != y), min(len(a), len(b)))
    start = max(0, at - AROUND)
    return f"at {at}: {a[start : at + AROUND]!r} but {b[start : at + AROUND]!r}"


def _logged(told: Told) -> Counter[str]:
    """The lines of the log without what was measured; their order is chance."""
    lines = [json.loads(line) for line in told.log.splitlines()]
    return Counter(json.dumps({k: v for k, v in x.items() if k not in _MEASURED}) for x in lines)


def _figures(told: Told) -> list[str]:
    return [line for line in told.metrics.splitlines() if not _MEASURES.search(line)]


def leaked_words(told: Told) -> list[str]:
    """Secret words that somebody was sent who does not own them, or that were written down."""
    found = []
    for name, all_kept in told.kept.items():
        sent = b"\0".join(kept.data for kept in all_kept)
        others = {what: w for what, w in told.words.items() if what not in told.own_words[name]}
        found += [f"{name}: {what}" for what, word in others.items() if word.encode() in sent]
    for place, text in (("log", told.log), ("metrics", told.metrics)):
        found += [f"{place}: {what}" for what, word in told.words.items() if word in text]
    return found + _written(told)


# What the game is about has no place in the log; why something was refused is a code of ours.
_TALK = re.compile(r"claim|keep|draw|tickets|locomotive|" + CHAT, re.IGNORECASE)
_OURS = ("code", "route")


def _written(told: Told) -> list[str]:
    lines = [json.loads(line) for line in told.log.splitlines()]
    texts = [json.dumps({k: v for k, v in line.items() if k not in _OURS}) for line in lines]
    return [f"log: {text}" for text in texts if _TALK.search(text)]


def parts(told: Told, name: str, path: str) -> list[Any]:
    """The JSON bodies that somebody was given in answer to a request."""
    kept = [k.data for k in told.kept[name] if k.label == f"GET {path}"]
    return [json.loads(data.partition(b"\r\n\r\n")[2]) for data in kept]
