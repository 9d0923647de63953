"""The protocol's types as TypeScript, made from their JSON Schema.

A struct becomes an interface, a tagged union a union that its `type` tells apart, a description a
comment. What a client sends has optional fields where the server has a default; what the server
sends is complete, so a type that goes both ways is `Required` where it is received. Bounds on
lengths and numbers have no counterpart and are left to the schema.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from whistlestop.engine.knowledge.plain_view import CHANGING
from whistlestop.protocol import limits, options
from whistlestop.protocol.messages import Status
from whistlestop.protocol.schema import ASKED, Schema, components, names_in

_HEADER = """\
// What travels between a client and the server. Made from src/whistlestop/protocol by
// `python -m tools.make_protocol`; change it there. docs/protocol.md explains it.
"""
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
_CHOICES = {
    "Colour": options.Colour,
    "Phrase": options.Phrase,
    "SeatKind": options.SeatKind,
    "Status": Status,
}
"""Choices of texts that have a name of their own."""


def typescript() -> str:
    """The whole file."""
    return "\n".join((_HEADER, *_constants(), *_choices(), *_Writer(components()).types()))


def _constants() -> Iterator[str]:
    yield f"export const PROTOCOL = {limits.PROTOCOL};\n"
    grown = {x.name: x.form.growth.name for x in CHANGING if x.form.growth is not None}
    pairs = ", ".join(f'{name}: "{growth}"' for name, growth in grown.items())
    yield "/** How what ViewChanges has of these joins what was known; all else replaces it. */"
    yield f"export const GROWTHS = {{ {pairs} }} as const;\n"


def _choices() -> Iterator[str]:
    for name, choice in _CHOICES.items():
        yield f"export type {name} = {_one_of(get_args(choice))};\n"


def _one_of(values: Iterable[object]) -> str:
    return " | ".join(f'"{value}"' for value in values)


class _Writer:
    """Writes the types of a set of schemas that refer to each other."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self.schemas = schemas
        self.asked = names_in(ASKED)
        self.choices = {frozenset(get_args(c)): name for name, c in _CHOICES.items()}

    def types(self) -> Iterator[str]:
        for name, schema in self.schemas.items():
            if "properties" in schema or schema.get("type") == "object":
                yield self._interface(name, schema)
            else:
                yield f"export type {name} =\n  | " + "\n  | ".join(self._members(schema)) + ";\n"

    def _interface(self, name: str, schema: Schema) -> str:
        asked = name in self.asked
        required = set(schema.get("required", ()))
        lines = [
            f"  {field}{'' if field in required else '?'}: {self._type(inner, asked)};"
            for field, inner in schema["properties"].items()
        ]
        return "\n".join(
            (*_comment(schema.get("description", "")), f"export interface {name} {{", *lines, "}\n")
        )

    def _members(self, schema: Schema) -> list[str]:
        return [self._type(member, asked=True) for member in schema["anyOf"]]

    def _type(self, schema: Schema, asked: bool) -> str:
        if "$ref" in schema:
            return self._reference(schema["$ref"].rsplit("/", 1)[1], asked)
        if "anyOf" in schema:
            return " | ".join(self._type(member, asked) for member in schema["anyOf"])
        if "enum" in schema:
            return self.choices.get(frozenset(schema["enum"])) or _one_of(schema["enum"])
        match schema.get("type"):
            case "array":
                return self._array(schema, asked)
            case "object":
                return (
                    f"Record<string, {self._type(schema.get('additionalProperties', {}), asked)}>"
                )
            case "null":
                return "null"
            case None:
                return "unknown"
            case plain:
                return _PLAIN[plain]

    def _reference(self, name: str, asked: bool) -> str:
        optional = set(self.schemas[name].get("properties", ())) - set(
            self.schemas[name].get("required", ())
        )
        received = not asked and name in self.asked and optional
        return f"Required<{name}>" if received else name

    def _array(self, schema: Schema, asked: bool) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(self._type(item, asked) for item in schema['prefixItems'])}]"
        inner = self._type(schema["items"], asked)
        several = {"anyOf", "enum"} & set(schema["items"])
        return f"({inner})[]" if several and " | " in inner else f"{inner}[]"


def _comment(text: str) -> list[str]:
    if not text:
        return []
    if len(text) <= 90 and "\n" not in text:
        return [f"/** {text} */"]
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    lines = [line for part in paragraphs for line in ("", *textwrap.wrap(part, 94))][1:]
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]
