"""The container files say what the command line understands. Nothing is built or run here."""

import json
import re
from pathlib import Path
from typing import Any

import yaml

from whistlestop.cli.commands.hosting.serve import command as serve
from whistlestop.cli.settings import names_of, variable

ROOT = Path(__file__).parents[2]
OPTIONS = {option for parameter in serve.params for option in parameter.opts}


def instruction(name: str) -> list[str]:
    """The last instruction of that name in the Dockerfile, as its list of words."""
    found = re.findall(rf"^{name} (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    words: list[str] = json.loads(found[-1])
    return words


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return found


def test_the_image_starts_a_server_with_options_that_exist() -> None:
    start = [*instruction("ENTRYPOINT"), *instruction("CMD")]
    assert start[:2] == ["whistlestop", "serve"]
    assert {word for word in start if word.startswith("--")} <= OPTIONS


def test_the_image_sets_what_is_a_setting() -> None:
    text = (ROOT / "Dockerfile").read_text()
    found = dict(re.findall(r"(WHISTLESTOP_[A-Z_]+)=(\S+)", text))
    assert found == {"WHISTLESTOP_HOST": "0.0.0.0", "WHISTLESTOP_STORE": "/data/tables.db"}
    assert set(found) <= {variable(name) for name in names_of(serve)}


def test_the_composed_servers_use_the_composed_database() -> None:
    found = services()
    settings = found["server"]["environment"]
    assert set(settings) <= {variable(name) for name in names_of(serve)}
    assert settings["WHISTLESTOP_STORE"] == "postgresql://whistlestop@database/whistlestop"
    assert settings["WHISTLESTOP_STORE_PASSWORD"] == "${POSTGRES_PASSWORD}"
    assert found["server"]["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_every_copied_path_of_the_project_exists() -> None:
    copied = re.findall(
        r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE
    )
    assert copied
    assert [path for line in copied for path in line.split() if not (ROOT / path).exists()] == []
