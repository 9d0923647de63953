"""Messages that no client should send: broken, bent, swollen and blown up, from a seed.

Every message is text of at most as many bytes as a server reads. Invariant: none of them may change
anything; one that happens to be a good command is left out unless its sender may not give it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal

import msgspec

from whistlestop.server.protocol.commands import FromClient, Hello, Say
from whistlestop.server.protocol.limits import MESSAGE_BYTES

Role = Literal["unknown", "spectator", "player"]
"""Somebody who has not said hello, who may only chat, or who may do something."""

GOOD: tuple[dict[str, Any], ...] = (
    {"type": "hello", "protocol": 1, "since": 3},
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
    "[" * 900 + "]" * 900,
    '{"a":' * 300 + "1" + "}" * 300,
)

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_FIELDS = [[(json.dumps(k), json.dumps(v)) for k, v in good.items()] for good in GOOD]
_TEXTS = [json.dumps(good) for good in GOOD]
_SIGNS = "".join(map(chr, range(256))) + '{}[]",:\\\u2028\u202e\ufffe\U0010ffff'

Pairs = list[tuple[str, str]]


def _written(fields: Pairs) -> str:
    return "{" + ",".join(f"{key}:{value}" for key, value in fields) + "}"


def every_field() -> Iterator[str]:
    """Every field of every message replaced by every odd value."""
    for fields in _FIELDS:
        for i, (key, _) in enumerate(fields):
            for odd in ODD:
                yield _written([*fields[:i], (key, odd), *fields[i + 1 :]])


def _replaced(chance: Random) -> str:
    fields = list(chance.choice(_FIELDS))
    for _ in range(chance.randint(1, 3)):
        i = chance.randrange(len(fields))
        fields[i] = (fields[i][0], chance.choice(ODD))
    return _written(fields)


def _missing(chance: Random) -> str:
    fields = list(chance.choice(_FIELDS))
    del fields[chance.randrange(len(fields))]
    return _written(fields)


def _unknown_field(chance: Random) -> str:
    name = json.dumps(chance.choice(["cheat", "seed", "__class__", "", "TYPE", "Seat", "\0"]))
    return _written([*chance.choice(_FIELDS), (name, chance.choice(ODD))])


def _doubled_key(chance: Random) -> str:
    fields = list(chance.choice(_FIELDS))
    key, value = chance.choice(fields)
    fields.insert(chance.randint(0, len(fields)), (key, chance.choice([value, *ODD])))
    return _written(fields)


def _truncated(chance: Random) -> str:
    text = chance.choice(_TEXTS)
    return text[: chance.randrange(1, len(text))]


def _bent(chance: Random) -> str:
    """A good message with a few signs changed, put in, or taken out."""
    signs = list(chance.choice(_TEXTS))
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(signs))
        signs[at : at + chance.randint(0, 2)] = chance.choices(_SIGNS, k=chance.randint(0, 2))
    return "".join(signs) or "x"


def _spliced(chance: Random) -> str:
    one, two = chance.choice(_TEXTS), chance.choice(_TEXTS)
    between = chance.choice(["", " ", ",", "\n", "\0"])
    return one[: chance.randint(1, len(one))] + between + two[chance.randrange(len(two)) :]


def _noise(chance: Random) -> str:
    return chance.randbytes(chance.randint(1, 120)).decode("latin-1")


def _any_signs(chance: Random) -> str:
    codes = (chance.randrange(0x110000) for _ in range(chance.randint(1, 40)))
    return "".join(chr(c) for c in codes if not 0xD800 <= c < 0xE000) or "\ufffd"


def _deep(chance: Random) -> str:
    opening, closing = chance.choice([("[", "]"), ('{"a":', "}"), ('{"type":', "}")])
    depth = chance.randint(1, 650)
    return opening * depth + chance.choice(ODD[:8]) + closing * chance.choice([depth, depth - 1, 0])


def _huge_number(chance: Random) -> str:
    fields = list(chance.choice(_FIELDS))
    i = chance.randrange(len(fields))
    sign, digits = chance.choice(["", "-"]), str(chance.getrandbits(chance.randint(64, 3000)))
    fields[i] = (fields[i][0], sign + digits + chance.choice(["", ".0", "e9", "e-9", "e99999"]))
    return _written(fields)


def _other_thing(chance: Random) -> str:
    return chance.choice([*ODD, "[1,2]", '"do"', "//", "{'type':'do'}", "\ufeff{}", "{,}", "{"])


KINDS: tuple[Callable[[Random], str], ...] = (
    _replaced,
    _missing,
    _unknown_field,
    _doubled_key,
    _truncated,
    _bent,
    _spliced,
    _noise,
    _any_signs,
    _deep,
    _huge_number,
    _other_thing,
)


def may_send(data: bytes, role: Role) -> bool:
    """Whether a message is sure to be refused when somebody in this role sends it."""
    if not 0 < len(data) <= MESSAGE_BYTES:
        return False
    try:
        message = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError):
        return True
    # A second hello is refused; a spectator may do nothing but chat.
    return (
        isinstance(message, Hello)
        if role == "player"
        else (role == "spectator" and not isinstance(message, Say))
    )


def messages(role: Role, seed: object) -> Iterator[bytes]:
    """Messages without end: first every field replaced, then everything at random."""
    chance = Random(f"{role} {seed}")
    for text in every_field():
        data = text.encode()
        if may_send(data, role):
            yield data
    while True:
        data = chance.choice(KINDS)(chance).encode()
        if may_send(data, role):
            yield data
