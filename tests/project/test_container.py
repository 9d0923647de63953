"""The container files say what the command line understands, and only what is there.

Nothing is built or run here: `make image` does that.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.project.test_build import normal, pins
from tools.image.pins import FILES
from whistlestop.cli.commands.hosting.serve import command as serve
from whistlestop.cli.settings import names_of, variable

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
SETTINGS = {variable(name) for name in names_of(serve)} | {"WHISTLESTOP_HOME"}
COMPOSED = ("compose.yaml", "compose.postgres.yaml")


def instruction(name: str) -> list[str]:
    """The last instruction of that name in the Dockerfile, as its list of words."""
    found = re.findall(rf"^{name} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    words: list[str] = json.loads(found[-1])
    return words


def services(file: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / file).read_text())["services"]
    return found


def ours(file: str) -> dict[str, Any]:
    """The services that run our image."""
    return {name: one for name, one in services(file).items() if one["image"] == "whistlestop"}


def copied() -> list[str]:
    """Every path of the project that the Dockerfile copies."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    return [path for line in lines for path in line.split()]


def test_the_image_starts_what_it_holds() -> None:
    assert instruction("ENTRYPOINT") == ["python", "/opt/whistlestop/start.py"]
    assert instruction("CMD") == []
    assert {"deploy/image/start.py", "deploy/image/health.py"} <= set(copied())


def test_the_image_sets_what_is_a_setting() -> None:
    found = dict(re.findall(r"(WHISTLESTOP_[A-Z_]+)=(\S+)", DOCKERFILE))
    assert found["WHISTLESTOP_STORE"] == "/data/tables.db"
    assert found["WHISTLESTOP_HOST"] == "0.0.0.0"
    assert set(found) <= SETTINGS


def test_every_copied_path_of_the_project_exists() -> None:
    assert [path for path in copied() if not (ROOT / path).exists()] == []
    assert len(copied()) > 8


def test_what_the_client_takes_from_outside_is_copied_and_watched() -> None:
    taken = re.findall(r'here\("\.\./([^"]+\.\w+)"\)', (ROOT / "web/vite.config.ts").read_text())
    assert "docs/protocol/protocol.ts" in taken
    watched = re.findall(r"^WEB := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0]
    assert [path for path in taken if path not in copied()] == []
    assert [path for path in taken if path not in watched.split()] == []


@pytest.mark.parametrize("file", FILES)
def test_the_image_installs_the_versions_that_are_tested_and_knows_their_digests(file: str) -> None:
    """`python -m tools.image pins` writes them; without that, this fails after a version rose."""
    text = (ROOT / "deploy" / "image" / file).read_text()
    entries = re.findall(r"^(\S+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.M)
    assert {normal(name): version for name, version, _ in entries} == pins(*FILES[file])
    assert text.count("==") == len(entries)


@pytest.mark.parametrize("file", COMPOSED)
def test_composed_servers_are_given_what_is_a_setting(file: str) -> None:
    found = ours(file)
    assert found
    for server in found.values():
        assert set(server["environment"]) <= SETTINGS
        assert server["read_only"]
        assert server["cap_drop"] == ["ALL"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    found = services("compose.postgres.yaml")
    assert [name for name, one in found.items() if "ports" in one] == ["proxy"]
    assert len(ours("compose.postgres.yaml")) == 2


def test_the_composed_servers_use_the_composed_database() -> None:
    for server in ours("compose.postgres.yaml").values():
        settings = server["environment"]
        assert settings["WHISTLESTOP_STORE"] == "postgresql://whistlestop@database/whistlestop"
        assert settings["WHISTLESTOP_STORE_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")
        assert server["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_the_proxy_leads_to_every_composed_server_and_no_other() -> None:
    line = re.findall(r"reverse_proxy (.*) \{", (ROOT / "deploy/Caddyfile.compose").read_text())[0]
    assert line.split() == [f"{name}:8000" for name in ours("compose.postgres.yaml")]
    mounts = services("compose.postgres.yaml")["proxy"]["volumes"]
    assert [name for name in mounts if name.startswith("./")] == [
        "./deploy/Caddyfile.compose:/etc/caddy/Caddyfile:ro"
    ]
