"""Settings of a server from the environment and from a file, beside the options of its command.

The options are declared once, as those of the command; the names of variables and of keys in the
file follow from them: `--proxy-hops` is `WHISTLESTOP_PROXY_HOPS` and `proxy-hops`. What stands on
the command line counts first, then the environment, then the file. A variable's value may lie in a
file that `…_FILE` names, which is the place for secrets. Invariant: a name that means nothing is
refused, since whoever wrote it believes that it holds.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import click
from click.core import ParameterSource

from whistlestop.cli.backup_options import TimeSpan
from whistlestop.cli.help import Explained

PREFIX = "WHISTLESTOP_"
FILE = "whistlestop.toml"
SECRETS = ("store-password", "metrics-token")
HIDDEN = "***"

# Variables of other parts of Whistlestop, which mean no setting.
OTHERS = frozenset(
    (
        *("BOARDS", "BUILT", "CHROMIUM", "CLIENT", "COMPLETE", "EXPECT", "FAULT", "HOME", "PURE"),
        *("SERVER", "SETTINGS", "SOAK", "TEST_MARK", "TOKEN"),
    )
)
_SOURCES = "whistlestop.sources"
# PostgreSQL's drivers also take it there.
_IN_QUERY = re.compile(r"((?:^|&)(?:ssl)?password=)[^&]*")
_TRUE, _FALSE = ("1", "on", "true", "yes"), ("0", "off", "false", "no")


@dataclass(frozen=True, slots=True)
class Found:
    """The value of a setting as it was written, and where."""

    value: Any
    source: str


class Configured(Explained):
    """A command whose options may also be set by the environment and by a file."""

    def __init__(self, *args: Any, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self.params += [_settings_option(), _show_option()]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; a wrong value from elsewhere names the place it came from."""
        try:
            rest = super().parse_args(ctx, args)
        except click.BadParameter as error:
            name = error.param.name if error.param is not None else None
            found = sources(ctx).get(str(name))
            if found is None or ctx.get_parameter_source(str(name)) != ParameterSource.DEFAULT_MAP:
                raise
            raise click.UsageError(f"{found.source}: {error.message}", ctx) from None
        if ctx.params.pop("show_settings", False) and not ctx.resilient_parsing:
            _show_settings(ctx)
            ctx.exit()
        return rest


def sources(ctx: click.Context) -> dict[str, Found]:
    """What the environment and the file say, by the names of parameters."""
    found: dict[str, Found] = ctx.meta.get(_SOURCES, {})
    return found


def names_of(command: click.Command) -> dict[str, click.Option]:
    """The settings that a command's options declare, by the names that people write."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    named = {setting_name(option): option for option in options}
    return {name: option for name, option in named.items() if not _is_own(name)}


def setting_name(option: click.Option) -> str:
    """The name of an option without its dashes in front."""
    return max(option.opts, key=len).lstrip("-")


def _is_own(name: str) -> bool:
    return name in ("help", "settings", "show-settings")


def variable(name: str) -> str:
    """The variable of a setting."""
    return PREFIX + name.upper().replace("-", "_")


# Gathering


def gather(
    names: Mapping[str, click.Option], path: Path | None, environ: Mapping[str, str]
) -> dict[str, Found]:
    """All settings that the environment and the file give, by their names. Raises UsageError."""
    found = {} if path is None else _from_file(path, tuple(names))
    found.update(_from_environment(environ, tuple(names)))
    return {name: Found(_plain(names[name], one), one.source) for name, one in found.items()}


def chosen_file(named: str | None, environ: Mapping[str, str]) -> Path | None:
    """The file of settings: the one that is named, or the one in this folder, if there is one."""
    named = named or environ.get(f"{PREFIX}SETTINGS") or None
    if named is not None:
        return Path(named).expanduser()
    return Path(FILE) if Path(FILE).is_file() else None


def _from_file(path: Path, known: Sequence[str]) -> dict[str, Found]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{path} is not TOML: {error}.") from None
    found = {}
    for key, value in content.items():
        name = key.replace("_", "-")
        if name not in known:
            raise click.UsageError(f'{path} has no setting "{key:.40}"{_near(name, known)}')
        found[name] = Found(value, f"{path}, {key}")
    return found


def _from_environment(environ: Mapping[str, str], known: Sequence[str]) -> dict[str, Found]:
    variables = {variable(name): name for name in known}
    others = {PREFIX + name for name in OTHERS}
    found: dict[str, Found] = {}
    for key in sorted(environ):
        if not key.startswith(PREFIX) or key in others or not environ[key].strip():
            continue  # compose files pass on what is not set as nothing
        by_file = key not in variables and key.endswith("_FILE")
        name = variables.get(key.removesuffix("_FILE") if by_file else key)
        if name is None:
            near = _near(key, tuple(variables), PREFIX)
            raise click.UsageError(f"There is no setting {key:.60}{near}")
        if name in found:
            raise click.UsageError(f"{variable(name)} and {variable(name)}_FILE are both set.")
        found[name] = Found(_of_file(key, environ[key]) if by_file else environ[key].strip(), key)
    return found


def _of_file(key: str, path: str) -> str:
    try:
        text = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise click.UsageError(f"{key}: {path} cannot be read: {why}.") from None
    if not text:  # an empty password would be one that everybody knows
        raise click.UsageError(f"{key}: {path} is empty.")
    return text


def _near(name: str, known: Sequence[str], prefix: str = "") -> str:
    names = [one.removeprefix(prefix) for one in known]
    near = difflib.get_close_matches(name.removeprefix(prefix), names, n=1)
    return f"; did you mean {prefix}{near[0]}?" if near else "."


def _plain(option: click.Option, one: Found) -> Any:
    """A value as click reads it: text, a truth value, or a list of texts. Raises UsageError."""
    value = one.value
    if option.multiple:
        many = re.split(r"[,\s]+", value) if isinstance(value, str) else value
        if isinstance(many, list) and all(isinstance(part, str) for part in many):
            return [part for part in many if part]
        raise click.UsageError(f"{one.source}: this is a list of texts.")
    if option.is_flag:
        return _truth(value, one.source)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise click.UsageError(f"{one.source}: this is a text or a number.")
    return str(value)


def _truth(value: Any, source: str) -> bool:
    word = str(value).lower()
    if word not in (*_TRUE, *_FALSE):
        raise click.UsageError(f"{source}: this is true or false.")
    return word in _TRUE


# The two options that every such command has


def _settings_option() -> click.Option:
    return click.Option(
        ["--settings"],
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=_read_settings,
        help=f"A file with settings; by default {FILE} in this folder, if there is one.",
    )


def _read_settings(ctx: click.Context, param: click.Parameter, named: str | None) -> None:
    if ctx.resilient_parsing:
        return
    names = names_of(ctx.command)
    found = gather(names, chosen_file(named, os.environ), os.environ)
    by_parameter = {str(names[name].name): one for name, one in found.items()}
    ctx.default_map = {name: one.value for name, one in by_parameter.items()}
    ctx.meta[_SOURCES] = by_parameter


def _show_option() -> click.Option:
    return click.Option(
        ["--show-settings"],
        is_flag=True,
        help="Print all settings that hold and where they come from, and do nothing else.",
    )


def _show_settings(ctx: click.Context) -> None:
    """Print the settings as a file that would give them, secrets aside."""
    for name, option in names_of(ctx.command).items():
        click.echo(_line(name, _held(ctx, name, option), _origin(ctx, option)))


def _held(ctx: click.Context, name: str, option: click.Option) -> Any:
    value = ctx.params.get(str(option.name))
    if isinstance(option.type, TimeSpan) and value is not None:
        return f"{value:.0f}s"
    if name == "metrics-listen" and value is not None:
        host, port = value
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    if name == "store" and value is None:
        from whistlestop.server.store.open import default_store

        return default_store()
    return value


def _origin(ctx: click.Context, option: click.Option) -> str:
    source = ctx.get_parameter_source(str(option.name))
    if source == ParameterSource.COMMANDLINE:
        return "command line"
    found = sources(ctx).get(str(option.name))
    return "default" if found is None else found.source


def _line(name: str, value: Any, source: str) -> str:
    if value is None:
        return f"{'# ' + name:<39} # not set"
    return f"{name + ' = ' + _toml(hidden(name, value)):<39} # {source}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return f"[{', '.join(_toml(part) for part in value)}]"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def hidden(name: str, value: Any) -> Any:
    """A value without what is secret of it."""
    if name in SECRETS:
        return HIDDEN
    return _without_password(value) if name == "store" else value


# The store and its password


def _without_password(url: str) -> str:
    if not has_password(url):
        return url
    parts = urlsplit(url)
    query = _IN_QUERY.sub(rf"\g<1>{HIDDEN}", parts.query)
    netloc = parts.netloc
    if parts.password is not None:
        netloc = _netloc(parts.username, HIDDEN, netloc)
    return urlunsplit(parts._replace(netloc=netloc, query=query))


def has_password(url: str | None) -> bool:
    """Whether the address of a store tells a password."""
    if url is None or "://" not in url:
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.password is not None or _IN_QUERY.search(parts.query) is not None


def with_password(url: str, password: str) -> str:
    """The address of a PostgreSQL store with its password; other stores have none."""
    if not url.startswith(("postgresql://", "postgres://")) or has_password(url):
        return url
    parts = urlsplit(url)
    shown = quote(password, safe="")
    return urlunsplit(parts._replace(netloc=_netloc(parts.username, shown, parts.netloc)))


def _netloc(user: str | None, password: str, netloc: str) -> str:
    return f"{user or ''}:{password}@{netloc.rpartition('@')[2]}"


def find_store(ctx: click.Context, param: click.Parameter, url: str | None) -> str | None:
    """The store of a command: its option, or the setting; with the password of the setting."""
    if ctx.resilient_parsing:
        return url
    if _is_typed(ctx, param) and has_password(url):
        told = variable("store-password")
        raise click.UsageError(
            "Everybody on this machine can read arguments: leave the password out of --store, and"
            f" set {told}, or {told}_FILE.",
            ctx,
        )
    found = sources(ctx)
    if not isinstance(ctx.command, Configured):
        found = _server_settings()
        url = url if url is not None else getattr(found.get("store"), "value", None)
    password = found.get("store_password")
    return url if url is None or password is None else with_password(url, password.value)


def _server_settings() -> dict[str, Found]:
    """The settings of the server, for commands that look after its store."""
    from whistlestop.cli.commands.hosting.serve import command

    names = names_of(command)
    found = gather(names, chosen_file(None, os.environ), os.environ)
    return {str(names[name].name): one for name, one in found.items()}


def _is_typed(ctx: click.Context, param: click.Parameter) -> bool:
    return ctx.get_parameter_source(str(param.name)) == ParameterSource.COMMANDLINE


def never_typed(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a secret among the arguments, which everybody on the machine can read."""
    if _is_typed(ctx, param):
        name = variable(str(param.opts[0]).lstrip("-"))
        raise click.UsageError(
            f"Everybody on this machine can read arguments: set {name}, or {name}_FILE.", ctx
        )
    if value is not None and not value.strip():  # everybody would know it
        raise click.BadParameter("this is empty.", ctx, param)
    return value


def refuse_alone(ctx: click.Context, partners: Mapping[str, str]) -> None:
    """Refuse a setting that means nothing without its partner, which is missing.

    A file and an environment may list defaults, as `--show-settings` prints them.
    """
    names = names_of(ctx.command)
    for name, partner in partners.items():
        option, value = names[name], ctx.params[str(names[name].name)]
        meant = _is_typed(ctx, option) or value != option.type_cast_value(ctx, option.default)
        if meant and not ctx.params[str(names[partner].name)]:
            raise click.UsageError(
                f"{_origin(ctx, option)}: {name} means nothing without {partner}.", ctx
            )
