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


def openapi() -> Schema:
    """The HTTP part as an OpenAPI 3.1 document."""
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
        "security": [{way: []} for way in operation.ways],
    }
    if operation.takes:
        made["parameters"] = [_parameter(parameter) for parameter in operation.takes]
    if operation.body is not None:
        content = {JSON: {"schema": _schema_of(operation.body)}}
        made["requestBody"] = {"required": True, "content": content}
    answer = {str(operation.status): _answer(operation)}
    made["responses"] = {**answer, **dict(map(_refusal, operation.refusals)), **_ANY_REFUSAL}
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


def _refusal(refusal: tuple[int, tuple[str, ...]]) -> tuple[str, Schema]:
    status, codes = refusal
    says = "Refused: " + ", ".join(f"`{code}`" for code in codes) + "."
    return str(status), {"description": says, "content": {JSON: {"schema": _schema_of(Problem)}}}


def _schema_of(type_: Any) -> Schema:
    """A reference to a type that travels, or the schema of anything else."""
    name = next((name for name, union in UNIONS.items() if union == type_), None)
    if name is not None:
        return {"$ref": _COMPONENT.format(name=name)}
    (schema,), _ = msgspec.json.schema_components([type_], ref_template=_COMPONENT)
    return schema


_ANY_REFUSAL = {
    "default": {
        "description": "Refused; docs/protocol.md lists the codes.",
        "content": {JSON: {"schema": _schema_of(Problem)}},
    }
}
