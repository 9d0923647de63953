"""Messages that no client should send: broken, bent, swollen and blown up, from a seed.

Every message is text of at most as many bytes as a server reads. Invariant: none of them may change
anything; one that happens to be a good command is left out unless its sender may not give it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal

import msgspec

from whistlestop.protocol.commands import Command, FromClient, Hello, Say
from whistlestop.protocol.limits import MESSAGE_BYTES
from whistlestop.protocol.requests import CreateTable, PlayNow

Role = Literal["unknown", "spectator", "player"]
"""Somebody who has not said hello, who may only chat, or who may do something."""

GOOD: tuple[dict[str, Any], ...] = (
    {"type": "hello", "protocol": 2, "since": 3},
    {"type": "do", "id": "c1", "seat": 0, "decision": 4, "action": "draw deck"},
    {"type": "do", "id": "c2", "seat": 1, "decision": 4, "action": "claim paris-zurich 3 purple"},
    {"type": "take_back", "id": "c3", "seat": 0},
    {"type": "hint", "id": "c4", "seat": 0, "decision": 4},
    {"type": "say", "id": "c5", "text": "good evening"},
    {"type": "say", "id": "c6", "phrase": "hello"},
    {"type": "sit", "id": "c7", "seat": 1, "name": "Eve", "colour": "red", "invite": "abc"},
    {"type": "paint", "id": "c8", "seat": 0, "colour": "blue"},
    {"type": "leave", "id": "c9", "seat": 0},
    {"type": "return", "id": "d1", "seat": 0},
    {"type": "arrange", "id": "d2", "seat": 1, "kind": "bot", "bot": "greedy", "name": "Bot"},
    {"type": "kick", "id": "d3", "seat": 1},
    {"type": "reissue", "id": "d4", "seat": 1},
    {"type": "start", "id": "d5"},
    {"type": "rematch", "id": "d6"},
)

NEW_TABLES: tuple[dict[str, Any], ...] = (
    {"name": "Eve", "seats": [{"kind": "me"}, {"kind": "open"}]},
    {"name": "Eve", "seats": [{"kind": "me"}], "options": {"board": "usa", "first": 0}},
)
PLAYS: tuple[dict[str, Any], ...] = ({"name": "Eve", "board": "usa", "bots": ["greedy"]},)

# Values as they are written, for not all of them can be written by a library.
ODD: tuple[str, ...] = (
    "null",
    "true",
    "-1",
    "5",
    "0.5",
    "1e400",
    "-0",
    "1" * 400,
    "9223372036854775808",
    "NaN",
    "-Infinity",
    "0x10",
    "01",
    '""',
    '"0"',
    '" draw deck"',
    '"draw deck\\n"',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\u202e\u200b\ufeff"',
    '"\x01\x1f"',
    '"\\x41"',
    '"' + "x" * 1200 + '"',
    '"' + "\U0001f682" * 300 + '"',
    '"../../etc/passwd"',
    '"<script>alert(1)</script>"',
    '"\'; DROP TABLE entries; --"',
    "[]",
    "{}",
    "[[[[]]]]",
    '{"type":"start","id":"x"}',
    "[" * 1900 + "]" * 1900,
    '{"a":' * 640 + "1" + "}" * 640,
)

_SIGNS = "".join(map(chr, range(256))) + '{}[]",:\\\u2028\u202e\ufffe\U0010ffff'
_NAMES = ("cheat", "seed", "__class__", "", "TYPE", "Seat", "\0")
_OTHERS = (*ODD, "[1,2]", '"do"', "//", "{'type':'do'}", "\ufeff{}", "{,}", "{")

Fields = list[tuple[str, str]]


def _written(fields: Fields) -> str:
    return "{" + ",".join(f"{key}:{value}" for key, value in fields) + "}"


class Bending:
    """Makes bad messages out of good ones."""

    def __init__(self, goods: Sequence[Mapping[str, Any]], seed: object) -> None:
        self._fields = [[(json.dumps(k), json.dumps(v)) for k, v in x.items()] for x in goods]
        self._texts = [json.dumps(good) for good in goods]
        self._chance = Random(f"{seed}")
        self._ways = (
            self._replaced,
            self._missing,
            self._unknown_field,
            self._doubled_key,
            self._truncated,
            self._bent,
            self._spliced,
            self._noise,
            self._any_signs,
            self._deep,
            self._huge_number,
            self._other_thing,
        )

    def __iter__(self) -> Iterator[bytes]:
        """Without end: first every field replaced by everything odd, then all ways by chance."""
        for text in self._every_field():
            yield text.encode()
        while True:
            yield self._chance.choice(self._ways)().encode()

    def _every_field(self) -> Iterator[str]:
        for fields in self._fields:
            for i, (key, _) in enumerate(fields):
                for odd in ODD:
                    yield _written([*fields[:i], (key, odd), *fields[i + 1 :]])

    def _some(self) -> Fields:
        return list(self._chance.choice(self._fields))

    def _odd(self) -> str:
        return self._chance.choice(ODD)

    def _replaced(self) -> str:
        fields = self._some()
        for _ in range(self._chance.randint(1, 3)):
            i = self._chance.randrange(len(fields))
            fields[i] = (fields[i][0], self._odd())
        return _written(fields)

    def _missing(self) -> str:
        fields = self._some()
        del fields[self._chance.randrange(len(fields))]
        return _written(fields)

    def _unknown_field(self) -> str:
        return _written([*self._some(), (json.dumps(self._chance.choice(_NAMES)), self._odd())])

    def _doubled_key(self) -> str:
        fields = self._some()
        key, value = self._chance.choice(fields)
        again = (key, self._chance.choice([value, *ODD]))
        fields.insert(self._chance.randint(0, len(fields)), again)
        return _written(fields)

    def _truncated(self) -> str:
        text = self._chance.choice(self._texts)
        return text[: self._chance.randrange(1, len(text))]

    def _bent(self) -> str:
        """A good message with a few signs changed, put in, or taken out."""
        chance, signs = self._chance, list(self._chance.choice(self._texts))
        for _ in range(chance.randint(1, 5)):
            at = chance.randrange(len(signs))
            signs[at : at + chance.randint(0, 2)] = chance.choices(_SIGNS, k=chance.randint(0, 2))
        return "".join(signs)

    def _spliced(self) -> str:
        chance = self._chance
        one, two = chance.choice(self._texts), chance.choice(self._texts)
        between = chance.choice(["", " ", ",", "\n", "\0"])
        return one[: chance.randint(1, len(one))] + between + two[chance.randrange(len(two)) :]

    def _noise(self) -> str:
        return self._chance.randbytes(self._chance.randint(1, 120)).decode("latin-1")

    def _any_signs(self) -> str:
        codes = (self._chance.randrange(0x110000) for _ in range(self._chance.randint(1, 40)))
        return "".join(chr(c) for c in codes if not 0xD800 <= c < 0xE000)

    def _deep(self) -> str:
        opening, closing = self._chance.choice([("[", "]"), ('{"a":', "}"), ('{"type":', "}")])
        depth = self._chance.randint(1, 650)
        ends = self._chance.choice([depth, depth - 1, 0])
        return opening * depth + self._chance.choice(ODD[:8]) + closing * ends

    def _huge_number(self) -> str:
        chance, fields = self._chance, self._some()
        i = chance.randrange(len(fields))
        sign, digits = chance.choice(["", "-"]), str(chance.getrandbits(chance.randint(64, 3000)))
        tail = chance.choice(["", ".0", "e9", "e-9", "e99999"])
        fields[i] = (fields[i][0], sign + digits + tail)
        return _written(fields)

    def _other_thing(self) -> str:
        return self._chance.choice(_OTHERS)


def _read(data: bytes, kind: Any) -> Any:
    """The message, if it is one after all."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _is_refused(message: Any, role: Role) -> bool:
    """Whether something well formed is refused all the same when somebody in this role sends it: a
    second hello, or anything but chat of a spectator."""
    if message is None:
        return True
    if role == "player":
        return isinstance(message, Hello)
    return role == "spectator" and not isinstance(message, Say)


def messages(role: Role, seed: object) -> Iterator[bytes]:
    """Messages for a socket, without end."""
    for data in Bending(GOOD, f"{role} {seed}"):
        if 0 < len(data) <= MESSAGE_BYTES and _is_refused(_read(data, FromClient), role):
            yield data


Kind = Literal["commands", "tables", "play"]
_BODIES: dict[Kind, tuple[Any, Sequence[Mapping[str, Any]]]] = {
    "commands": (Command, GOOD[1:]),
    "tables": (CreateTable, NEW_TABLES),
    "play": (PlayNow, PLAYS),
}


def bodies(kind: Kind, seed: object) -> Iterator[bytes]:
    """Bodies for a request, without end; some are longer than any that is read."""
    wanted, goods = _BODIES[kind]
    for data in Bending(goods, f"{kind} {seed}"):
        if _read(data, wanted) is None:
            yield data
