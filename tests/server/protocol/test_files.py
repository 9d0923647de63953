"""The files of docs/protocol are what the message types say, and the types are what travels."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from aiohttp import web

from tools.make_protocol import FOLDER, files
from tools.typescript import typescript
from whistlestop.protocol.commands import FromClient, Hello
from whistlestop.protocol.operations import OPERATIONS
from whistlestop.protocol.schema import (
    ANSWERED,
    ASKED,
    COOKIE,
    components,
    json_schema,
    names_in,
    openapi,
)
from whistlestop.server.http.boards import add_board_routes
from whistlestop.server.http.finished_games import add_finished_game_routes
from whistlestop.server.http.guard import COOKIE as GUEST_COOKIE
from whistlestop.server.http.pages import add_page_routes
from whistlestop.server.http.puzzles import add_puzzle_routes
from whistlestop.server.http.tables import add_table_routes


@pytest.mark.parametrize("name", sorted(files()))
def test_a_committed_file_is_what_the_types_say_now(name: str) -> None:
    stale = (FOLDER / name).read_text(encoding="utf-8") != files()[name]
    assert not stale, f"docs/protocol/{name} is stale: run python -m tools.make_protocol"


def test_the_folder_holds_nothing_else() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(files())


def references(document: Any) -> set[str]:
    if isinstance(document, dict):
        own = {document["$ref"]} if isinstance(document.get("$ref"), str) else set()
        return own.union(*map(references, document.values()))
    return set().union(*map(references, document)) if isinstance(document, list) else set()


@pytest.mark.parametrize("document", [json_schema(), openapi()], ids=["schema", "openapi"])
def test_every_reference_leads_somewhere(document: Any) -> None:
    found = references(document)
    assert found
    for reference in found:
        here = document
        for step in reference.removeprefix("#/").split("/"):
            here = here[step]


def test_every_struct_that_travels_has_a_schema_and_a_description() -> None:
    defined = components()
    travelling = names_in([*ASKED, *ANSWERED])
    assert travelling <= set(defined)
    assert [name for name in travelling if not defined[name].get("description")] == []


def test_what_a_client_sends_may_not_have_unknown_fields() -> None:
    schemas = components()
    loose = [n for n in names_in(ASKED) if schemas[n].get("additionalProperties") is not False]
    assert loose == []
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type":"hello","protocol":1,"sinse":4}', type=FromClient)


def test_documents_of_equal_types_are_equal_byte_by_byte() -> None:
    assert files() == files()
    assert json.loads(files()["schema.json"]) == json_schema()


def routes() -> set[tuple[str, str]]:
    """What the server answers, as it tells the router."""
    app = web.Application()
    for add in (add_table_routes, add_page_routes, add_finished_game_routes, add_board_routes):
        add(app)
    add_puzzle_routes(app)
    found = ((route.method.lower(), route.resource) for route in app.router.routes())
    return {(method, r.canonical) for method, r in found if r is not None and method != "head"}


def test_the_openapi_document_has_exactly_the_paths_of_the_server() -> None:
    assert {(operation.method, operation.path) for operation in OPERATIONS} == routes()


def test_every_part_of_a_path_is_described() -> None:
    for operation in OPERATIONS:
        named = {p.name for p in operation.takes if p.where == "path"}
        assert named == set(re.findall(r"{(\w+)}", operation.path)), operation.path


def test_the_document_names_the_cookie_that_the_server_sets() -> None:
    assert COOKIE == GUEST_COOKIE


def interface(name: str) -> str:
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}$", typescript(), re.M | re.S)
    assert found, name
    return found[1]


def test_typescript_tells_messages_apart_by_their_type() -> None:
    assert '  type: "hello";\n' in interface("Hello")
    union = re.search(r"export type FromServer =\n(.*?);", typescript(), re.S)
    assert union
    assert re.findall(r"\| (\w+)", union[1]) == ["Welcome", "Update", "Ack", "Refused", "Bye"]


def test_typescript_makes_optional_what_may_be_left_out_and_nothing_else() -> None:
    assert "  since?: number | null;\n" in interface("Hello")
    assert "  v: number;\n" in interface("Update")
    assert "  game?: PublicView | null;\n" in interface("Update")
    assert msgspec.json.decode(b'{"type":"hello","protocol":1}', type=FromClient) == Hello(1)


def test_typescript_says_that_what_the_server_sends_is_complete() -> None:
    assert "  options: Required<Options>;\n" in interface("TablePart")
    assert "  options?: Options;\n" in interface("CreateTable")


def test_typescript_has_every_type_once_and_no_type_without_a_definition() -> None:
    text = typescript()
    defined = re.findall(r"^export (?:interface|type) (\w+)", text, re.M)
    assert len(defined) == len(set(defined))
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", text, flags=re.S)
    used = set(re.findall(r"\b[A-Z]\w*", code)) - {"Record", "Required", "PROTOCOL", "GROWTHS"}
    assert used <= set(defined)
