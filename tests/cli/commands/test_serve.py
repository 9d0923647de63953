"""What `serve` is told about addresses reaches the server, and the documentation says the same."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import refused, run
from whistlestop.server.addresses.limits import WINDOWS, AddressLimits
from whistlestop.server.run import Settings

DOCS = (Path(__file__).parents[3] / "docs" / "server.md").read_text(encoding="utf-8")
LIMITS = DOCS.split("## What one address may take")[1]
ROW = re.compile(r"^\| `--(\w+)-per-address N` \| (\d+) \| (.+?) \|$", re.M)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which servers would have been run."""
    got: list[Settings] = []

    def keep(settings: Settings, on_ready: Any) -> None:
        got.append(settings)

    monkeypatch.setattr("whistlestop.server.run.run_server", keep)
    return got


def test_without_options_the_limits_are_the_usual_ones(asked: list[Settings]) -> None:
    run("serve", "--store", "x.db")
    assert asked[0].addresses == AddressLimits()
    assert (asked[0].proxy_hops, asked[0].banned) == (1, ())


def test_every_limit_can_be_set(asked: list[Settings]) -> None:
    names = [field.name for field in fields(AddressLimits)]
    words = [word for n, name in enumerate(names) for word in (f"--{name}-per-address", str(7 + n))]
    run("serve", "--store", "x.db", *words)
    assert asked[0].addresses == AddressLimits(**{name: 7 + n for n, name in enumerate(names)})


def test_limits_can_be_left_out_and_addresses_banned(asked: list[Settings]) -> None:
    bans = ("203.0.113.7", "2001:db8::/32", "5f0c1e9a77d2")
    words = [word for ban in bans for word in ("--ban", ban)]
    run("serve", "--store", "x.db", "--no-address-limits", "--proxy", "--proxy-hops", "2", *words)
    assert asked[0].addresses is None
    assert (asked[0].proxy_hops, asked[0].banned) == (2, bans)


@pytest.mark.parametrize("ban", ["everybody", "300.1.1.1", "10.0.0.1/8", "5F0C1E9A77D2", ""])
def test_a_ban_of_nothing_that_is_an_address_is_refused(ban: str) -> None:
    assert "is no address such as" in refused("serve", "--ban", ban)


def test_the_documentation_lists_every_limit_with_its_default_and_its_window() -> None:
    rows = {name: (int(default), says) for name, default, says in ROW.findall(LIMITS)}
    usual = {field.name: field.default for field in fields(AddressLimits)}
    assert {name: default for name, (default, _) in rows.items()} == usual
    for name, seconds in WINDOWS.items():
        window = "10 minutes" if seconds == 600 else f"{seconds:.0f} seconds"
        assert f"in {window}" in rows[name][1]
