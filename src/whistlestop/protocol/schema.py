"""The protocol as documents: JSON Schema for all that travels, and OpenAPI for the HTTP part.

Everything is read off the message types and the list of operations; nothing about a message is
written here a second time. Invariant: equal types give equal documents, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from whistlestop._version import __version__
from whistlestop.protocol.commands import Command, FromClient
from whistlestop.protocol.limits import PROTOCOL
from whistlestop.protocol.messages import FromServer
from whistlestop.protocol.operations import JSON, OPERATIONS, Operation, OperationParameter
from whistlestop.protocol.requests import Problem

Schema = dict[str, Any]

COOKIE = "whistlestop_guest"
_COMPONENT = "#/components/schemas/{name}"

UNIONS: dict[str, Any] = {"FromClient": FromClient, "FromServer": FromServer, "Command": Command}
"""What travels under a name of its own though it is no class."""
ASKED = (FromClient, *(operation.body for operation in OPERATIONS if operation.body is not None))
ANSWERED = (
    FromServer,
    Problem,
    *(operation.answer for operation in OPERATIONS if operation.answer),
    *(operation.meanwhile for operation in OPERATIONS if operation.meanwhile),
)


def components(ref: str = "#/$defs/{name}") -> dict[str, Schema]:
    """The schema of every type that travels, by name; unions have theirs too."""
    types = [*UNIONS.values(), *ASKED, *ANSWERED]
    shown, named = msgspec.json.schema_components(types, ref_template=ref)
    unions = dict(zip(UNIONS, shown, strict=False))
    return dict(sorted({**named, **unions}.items()))


def names_in(types: Iterable[Any]) -> set[str]:
    """The names of all structs that these types consist of."""
    return set(msgspec.json.schema_components(types)[1])


def json_schema() -> Schema:
    """One document for all messages; a frame of a socket fits `FromClient` or `FromServer`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The Whistlestop protocol",
        "description": f"Version {PROTOCOL} of what clients and servers say to each other.",
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromServer"}],
        "$defs": components(),
    }


def openapi(where: str = "/") -> Schema:
    """The HTTP part as an OpenAPI 3.1 document, of a server at an address or below a path."""
    paths: dict[str, Schema] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Whistlestop",
            "version": __version__,
            "summary": "Tables for friends and bots; docs/protocol.md explains them.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": where.rstrip("/") or "/"}],
        "paths": paths,
        "components": {
            "schemas": components(_COMPONENT),
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": COOKIE},
                "seat": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(operation: Operation) -> Schema:
    made: Schema = {
        "operationId": operation.name,
        "summary": operation.says,
        # Whoever shows neither is a new guest, who gets a cookie with the answer.
        "security": [{}, *({way: []} for way in operation.ways)] if operation.ways else [],
    }
    if operation.takes:
        made["parameters"] = [_parameter(parameter) for parameter in operation.takes]
    if operation.body is not None:
        content = {JSON: {"schema": _schema_of(operation.body)}}
        made["requestBody"] = {"required": True, "content": content}
    statuses = [operation.status, *filter(None, [operation.unwell])]
    answer = {str(status): _answer(operation) for status in statuses}
    if operation.meanwhile is not None:
        content = {JSON: {"schema": _schema_of(operation.meanwhile)}}
        answer["202"] = {"description": "It is being worked out.", "content": content}
    made["responses"] = {**answer, **dict(map(_refusal, all_refusals(operation)))}
    return made


def _parameter(parameter: OperationParameter) -> Schema:
    return {
        "name": parameter.name,
        "in": parameter.where,
        "description": parameter.says,
        "required": parameter.where == "path",
        "schema": _schema_of(parameter.type),
    }


def _answer(operation: Operation) -> Schema:
    if operation.status == 101:
        return {"description": operation.says}
    schema = {"type": "string"} if operation.answer is None else _schema_of(operation.answer)
    return {"description": operation.says, "content": {operation.media: {"schema": schema}}}


def all_refusals(operation: Operation) -> list[tuple[int, tuple[str, ...]]]:
    """The codes with which an operation may be refused, by status: its own, and those that it
    shares with all operations like it."""
    found: dict[int, dict[str, None]] = {}
    shared = [_ANY, *(_KNOWN if operation.ways else ()), *(_BODY if operation.body else ())]
    for status, codes in (*operation.refusals, *shared):
        found.setdefault(status, {}).update(dict.fromkeys(codes))
    return [(status, tuple(codes)) for status, codes in sorted(found.items())]


def _refusal(refusal: tuple[int, tuple[str, ...]]) -> tuple[str, Schema]:
    status, codes = refusal
    says = "Refused: " + ", ".join(f"`{code}`" for code in codes) + "."
    made = {"description": says, "content": {JSON: {"schema": _schema_of(Problem)}}}
    return str(status), made | ({"headers": _RETRY_AFTER} if status == 429 else {})


def _schema_of(type_: Any) -> Schema:
    """A reference to a type that travels, or the schema of anything else."""
    name = next((name for name, union in UNIONS.items() if union == type_), None)
    if name is not None:
        return {"$ref": _COMPONENT.format(name=name)}
    (schema,), _ = msgspec.json.schema_components([type_], ref_template=_COMPONENT)
    return schema


_RETRY_AFTER = {
    "Retry-After": {
        "description": "After how many seconds to ask again.",
        "schema": {"type": "integer", "minimum": 1},
    }
}
# Refusals that operations share: all of them, those that ask who it is, and those with a body. A
# `defect` (500) is a fault of the server and no answer that it promises.
_ANY = (421, ("wrong_host",))
_KNOWN = (
    (401, ("bad_token", "bad_cookie")),
    (403, ("guests_only",)),
    (503, ("store_unavailable", "table_damaged", "busy", "restarting", "server_full")),
)
_BODY = (
    (400, ("bad_message", "bad_request")),
    (403, ("bad_origin", "banned")),
    (408, ("too_slow",)),
    (413, ("too_long",)),
    (429, ("too_fast",)),
)
