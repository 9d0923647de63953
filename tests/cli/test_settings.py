"""Settings of a server come from the command line, the environment and a file, in that order."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import program, refused, run
from whistlestop.cli.commands.hosting.serve import command as serve
from whistlestop.cli.settings import OTHERS, PREFIX, names_of, variable, with_password
from whistlestop.server.run import Settings

SRC = Path(__file__).parents[2] / "src"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without settings to work in."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings with which servers would have been run."""
    got: list[Settings] = []

    def keep(settings: Settings, on_ready: Any) -> None:
        got.append(settings)

    monkeypatch.setattr("whistlestop.server.run.run_server", keep)
    return got


def shown(*args: object) -> dict[str, tuple[str, str]]:
    """What `--show-settings` prints: values and where they come from."""
    result = run("serve", *args, "--show-settings")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.partition(" # ") for line in result.stdout.splitlines()]
    pairs = [
        (left.partition("=") if "=" in left else (left, "", ""), src) for left, _, src in lines
    ]
    return {name.strip("# "): (value.strip(), src) for (name, _, value), src in pairs}


def test_every_option_can_be_set_by_a_variable_and_in_the_file(
    asked: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `--show-settings` prints is a file of settings, and each of its lines a variable."""
    text = run("serve", "--show-settings").stdout
    names = set(names_of(serve))
    told = set(re.findall(r"^(?:# )?([a-z-]+)", text, re.M))
    assert told == names
    Path("whistlestop.toml").write_text(text)
    assert {src for _, src in shown().values()} >= {"whistlestop.toml, port"}
    assert run("serve").exit_code == 0
    Path("whistlestop.toml").unlink()
    for name, value in tomllib.loads(text).items():
        words = " ".join(value) if isinstance(value, list) else str(value)
        monkeypatch.setenv(variable(name), words)
    assert run("serve").exit_code == 0
    assert replace(asked[0], sources=asked[1].sources) == asked[1]


def test_what_is_shown_can_be_read_back_whatever_is_set(
    asked: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("whistlestop.toml").write_text(
        """
        metrics-listen = "[::1]:9100"
        backup-dir = 'backups "of" ours'
        keep-finished = "90d"
        rest-seconds = 1234567.25
        head-seconds = 2.5
        public-address = "https://home.example/games/trains/"
        base = "/games/trains/"
        ban = ["203.0.113.7", "2001:db8:4::/48"]
        """
    )
    text = run("serve", "--show-settings").stdout
    run("serve")
    Path("whistlestop.toml").write_text(text)
    assert run("serve").exit_code == 0
    assert replace(asked[0], sources=asked[1].sources) == asked[1]
    assert asked[1].metrics_listen == ("::1", 9100)
    assert asked[1].rest_seconds == 1234567.25


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    ("words", "alone"),
    [
        (("--backup-every", "1d"), "command line: backup-every means nothing without backup-dir."),
        (("--backup-keep", "9"), "command line: backup-keep means nothing without backup-dir."),
        (("--proxy-hops", "1"), "command line: proxy-hops means nothing without proxy."),
    ],
)
def test_what_means_nothing_alone_is_refused(words: tuple[str, ...], alone: str) -> None:
    """Or somebody believes that there are backups."""
    assert refused("serve", *words).startswith(alone)
    name = words[0].removeprefix("--")
    value = "2" if words[1].isdecimal() else '"6h"'
    Path("whistlestop.toml").write_text(f"{name} = {value}\n")
    assert f"whistlestop.toml, {name}: {name} means nothing without" in refused("serve")


def test_the_command_line_comes_before_the_environment_and_that_before_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("whistlestop.toml").write_text('port = 1\nhost = "::"\nproxy_hops = 3\n')
    monkeypatch.setenv("WHISTLESTOP_PORT", "2")
    monkeypatch.setenv("WHISTLESTOP_HOST", "0.0.0.0")
    found = shown("--port", "3")
    assert found["port"] == ("3", "command line")
    assert found["host"] == ('"0.0.0.0"', "WHISTLESTOP_HOST")
    assert found["proxy-hops"] == ("3", "whistlestop.toml, proxy_hops")
    assert found["sockets"] == ("10000", "default")
    assert found["bots"] == ("", "not set")


def test_another_file_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Path("club.toml").write_text("port = 5\n")
    assert shown("--settings", "club.toml")["port"] == ("5", "club.toml, port")
    monkeypatch.setenv("WHISTLESTOP_SETTINGS", "club.toml")
    assert shown()["port"][0] == "5"
    assert refused("serve", "--settings", "gone.toml").startswith(
        "gone.toml cannot be read: No such file or directory."
    )


def test_lists_and_truths_are_read_from_text(
    asked: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHISTLESTOP_ORIGIN", "https://a.example, https://b.example")
    monkeypatch.setenv("WHISTLESTOP_PROXY", "Yes")
    monkeypatch.setenv("WHISTLESTOP_RECIPES", "off")
    monkeypatch.setenv("WHISTLESTOP_BACKUP_EVERY", "6h")
    monkeypatch.setenv("WHISTLESTOP_BACKUP_DIR", "backups")
    monkeypatch.setenv("WHISTLESTOP_BOTS", "")  # as compose files pass on what is not set
    run("serve")
    assert asked[0].origins == ("https://a.example", "https://b.example")
    assert (asked[0].proxy, asked[0].recipes, asked[0].bots) == (True, False, None)
    assert asked[0].backups is not None
    assert asked[0].backups.every == 6 * 3600


WRONG = [
    ({"WHISTLESTOP_PORT": "many"}, "WHISTLESTOP_PORT: 'many' is no whole number."),
    ({"WHISTLESTOP_PORT": "70000"}, "WHISTLESTOP_PORT: 70000 is not in the range"),
    ({"WHISTLESTOP_PROXY": "perhaps"}, "WHISTLESTOP_PROXY: this is true or false."),
    ({"WHISTLESTOP_LOG_LEVEL": "loud"}, "WHISTLESTOP_LOG_LEVEL: 'loud' is not one of"),
    ({"WHISTLESTOP_ORIGIN": "play.example"}, 'WHISTLESTOP_ORIGIN: "play.example" is not the start'),
    ({"WHISTLESTOP_BAN": "everybody"}, 'WHISTLESTOP_BAN: "everybody" is no address'),
    ({"WHISTLESTOP_BACKUP_EVERY": "often"}, 'WHISTLESTOP_BACKUP_EVERY: "often" is no span'),
    ({"WHISTLESTOP_METRICS_LISTEN": "9100"}, 'WHISTLESTOP_METRICS_LISTEN: "9100" is no address'),
    ({"WHISTLESTOP_PROT": "1"}, "no setting WHISTLESTOP_PROT; did you mean WHISTLESTOP_PORT?"),
    ({"WHISTLESTOP_XYZZY": "1"}, "There is no setting WHISTLESTOP_XYZZY."),
    ({"WHISTLESTOP_HELP": "1"}, "There is no setting WHISTLESTOP_HELP"),
    ({"WHISTLESTOP_STORE_FILE": "gone"}, "WHISTLESTOP_STORE_FILE: gone cannot be read: No such"),
    ({"WHISTLESTOP_STORE_FILE": "whistlestop.toml"}, "_FILE: whistlestop.toml is empty."),
    ({"WHISTLESTOP_METRICS_TOKEN_FILE": "whistlestop.toml"}, "whistlestop.toml is empty."),
    (
        {"WHISTLESTOP_STORE": "a", "WHISTLESTOP_STORE_FILE": "whistlestop.toml"},
        "WHISTLESTOP_STORE and WHISTLESTOP_STORE_FILE are both set.",
    ),
]


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(("variables", "says"), WRONG)
def test_a_wrong_or_unknown_variable_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], says: str
) -> None:
    Path("whistlestop.toml").write_text("")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert says in refused("serve")


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", 'whistlestop.toml has no setting "prot"; did you mean port?'),
        ("port = ", "whistlestop.toml is not TOML:"),
        ("port = [1]", "whistlestop.toml, port: this is a text or a number."),
        ("port = true", "whistlestop.toml, port: this is a text or a number."),
        ("port = 'x'", "whistlestop.toml, port: 'x' is no whole number."),
        ("proxy = 'x'", "whistlestop.toml, proxy: this is true or false."),
        ("origin = 1", "whistlestop.toml, origin: this is a list of texts."),
        ("[port]\nx = 1", "whistlestop.toml, port: this is a text or a number."),
        ("metrics-token = ' '", "whistlestop.toml, metrics-token: this is empty."),
        ("store-password = ''", "whistlestop.toml, store-password: this is empty."),
        ("help = true", 'whistlestop.toml has no setting "help"'),
    ],
)
def test_a_wrong_or_unknown_key_is_refused_in_a_sentence(text: str, says: str) -> None:
    Path("whistlestop.toml").write_text(text)
    assert says in refused("serve")


# Secrets


def test_a_secret_comes_from_a_file_and_is_never_shown(
    asked: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("password").write_text("s3c/ret\n")
    monkeypatch.setenv("WHISTLESTOP_STORE", "postgresql://club@db/games")
    monkeypatch.setenv("WHISTLESTOP_STORE_PASSWORD_FILE", "password")
    monkeypatch.setenv("WHISTLESTOP_METRICS_TOKEN_FILE", "password")
    run("serve")
    assert asked[0].store == "postgresql://club:s3c%2Fret@db/games"
    assert asked[0].metrics_token == "s3c/ret"
    found = shown()
    assert found["store"] == ('"postgresql://club:***@db/games"', "WHISTLESTOP_STORE")
    assert found["store-password"] == ('"***"', "WHISTLESTOP_STORE_PASSWORD_FILE")
    assert found["metrics-token"] == ('"***"', "WHISTLESTOP_METRICS_TOKEN_FILE")
    assert "s3c" not in run("serve", "--show-settings").output


@pytest.mark.parametrize("name", ["store-password", "metrics-token"])
def test_a_secret_among_the_arguments_is_refused(name: str) -> None:
    sentence = refused("serve", f"--{name}", "s3cret")
    assert f"set {variable(name)}, or {variable(name)}_FILE." in sentence
    assert "s3cret" not in sentence


STORED = [("serve",), ("backup", "out.wsb"), ("restore", "in.wsb"), ("store", "verify")]
TELLING = ["postgresql://me:s3cret@db/games", "postgresql://me@db/games?x=y&password=s3cret"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [*STORED, ("admin", "list")], ids=" ".join)
@pytest.mark.parametrize("address", TELLING)
def test_a_password_in_an_address_that_was_typed_is_refused(
    words: tuple[str, ...], address: str
) -> None:
    done = program(*words, f"--store={address}", **os.environ)
    assert (done.returncode, done.stdout) == (2, "")
    says = "leave the password out of --store, and set WHISTLESTOP_STORE_PASSWORD, or"
    assert says in done.stderr
    assert "s3cret" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("address", TELLING)
def test_a_password_in_an_address_from_elsewhere_is_good_and_hidden(
    asked: list[Settings], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("WHISTLESTOP_STORE", address)
    run("serve")
    assert asked[0].store == address
    assert shown()["store"][0] == f'"{address.replace("s3cret", "***")}"'
    monkeypatch.delenv("WHISTLESTOP_STORE")
    Path("whistlestop.toml").write_text(f'store = "{address}"')
    run("serve")
    assert asked[1].store == address


# Where the world finds it


def test_a_public_address_is_said_once(asked: list[Settings]) -> None:
    run("serve", "--public-address", "https://Home.Example/games/trains")
    assert str(asked[0].public) == "https://home.example/games/trains/"
    run("serve", "--public-address", "https://play.example", "--base", "/")
    assert str(asked[1].public) == "https://play.example/"
    sentence = refused("serve", "--public-address", "https://play.example/a/", "--base", "/b")
    assert sentence.startswith("The public address https://play.example/a/ is not below --base /b/")


NO_BASE = ["games", "//evil.example", "/a b", "/../x", "/./", '/a"><script>', "/a%2fb", "/x?y"]


@pytest.mark.parametrize("base", NO_BASE)
def test_a_base_is_a_plain_path(base: str) -> None:
    assert f'"{base}" is no path such as /games/trains/.' in refused("serve", f"--base={base}")


NO_ADDRESS = (
    *("play.example", "ftp://play.example", "https://", "https://a@b/", "https://a/?b", "//a/"),
    *(
        "https://a/#",
        "https://a//b",
        "https://a/../b",
        "https://a b/",
        "https://[x]/",
        "https://a/'",
    ),
)


@pytest.mark.parametrize("address", NO_ADDRESS)
def test_a_public_address_is_one_of_the_web(address: str) -> None:
    sentence = refused("serve", "--public-address", address)
    assert f'"{address}" is no address such as https://play.example/trains/.' in sentence


def test_only_postgresql_has_a_password() -> None:
    assert with_password("tables.db", "x") == "tables.db"
    assert with_password("sqlite:///tables.db", "x") == "sqlite:///tables.db"
    assert with_password("postgresql://a:b@h/d", "x") == "postgresql://a:b@h/d"
    assert with_password("postgresql://h:5/d", "x y") == "postgresql://:x%20y@h:5/d"


def test_commands_beside_the_server_find_its_store(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("whistlestop.toml").write_text('store = "club.db"\nport = 80\n')
    assert refused("store", "verify") == "There is no store in club.db."
    assert refused("backup", "out.wsb") == "There is no store in club.db."
    monkeypatch.setenv("WHISTLESTOP_STORE", "other.db")
    assert refused("store", "check") == "There is no store in other.db."
    assert refused("store", "check", "--store", "x.db") == "There is no store in x.db."


def test_no_other_variable_of_ours_is_taken_for_a_setting() -> None:
    """Whoever adds one says so here, or servers would refuse to start with it."""
    used: set[str] = set()
    for path in SRC.rglob("*.py"):
        used |= set(re.findall(rf'"{PREFIX}([A-Z_]+)"', path.read_text(encoding="utf-8")))
    assert used <= OTHERS
    assert not OTHERS & {variable(name).removeprefix(PREFIX) for name in names_of(serve)}
