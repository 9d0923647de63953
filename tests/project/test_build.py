"""What is pinned, listed and released says the same thing in every place that says it.

It does not build anything: the run itself is the proof that the build works.
"""

import importlib.metadata
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import compiled_modules
from tools.compiled_sources import compiled_files
from whistlestop._version import __version__

ROOT = Path(__file__).parents[2]
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
PIN = re.compile(r"([A-Za-z0-9._-]+)==([0-9][A-Za-z0-9.]*)")
# What `make play` installs, and what `make check` and `make test` add.
PLAYING = ("requirements.txt", "requirements-build.txt")
FILES = (*PLAYING, "requirements-postgres.txt", "requirements-dev.txt")
RELEASE = "requirements-release.txt"


def normal(name: str) -> str:
    """Package names compare without case, and `_`, `.` and `-` are one."""
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(file: str) -> list[str]:
    lines = (ROOT / file).read_text().splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r "))]


def pins(*files: str) -> dict[str, str]:
    """Version by normal name; an entry that is not an exact pin is an error."""
    found = {}
    for line in (line for file in files for line in entries(file)):
        match = PIN.fullmatch(line)
        assert match, f"not an exact pin: {line}"
        found[normal(match[1])] = match[2]
    return found


def wanted_by(package: str) -> set[str]:
    """What an installed package requires on this machine, without its extras."""
    requirements = importlib.metadata.requires(package) or []
    plain = [text for text in requirements if ";" not in text]
    return {normal(re.split(r"[^A-Za-z0-9._-]", text)[0]) for text in plain}


@pytest.mark.parametrize("file", [*FILES, RELEASE])
def test_every_requirement_is_an_exact_pin_listed_once(file: str) -> None:
    assert len(pins(file)) == len(entries(file)) > 0


def test_the_build_uses_the_versions_that_development_uses() -> None:
    pinned = pins(*FILES)
    required = [PIN.fullmatch(text) for text in PYPROJECT["build-system"]["requires"]]
    assert {match[1]: match[2] for match in required if match} == {
        name: pinned[name] for name in ("setuptools", "mypy", "librt")
    }


def test_the_pins_hold_everything_that_a_pinned_package_needs() -> None:
    pinned = pins(*FILES)
    assert wanted_by("rich"), "the probe found nothing"
    missing = {(name, need) for name in pinned for need in wanted_by(name) if need not in pinned}
    assert missing == set()


def test_playing_needs_no_package_that_only_tests_or_training_use() -> None:
    pinned = pins(*PLAYING)
    assert {"aiohttp", "mypy", "librt"} <= set(pinned)
    assert not {"pytest", "ray", "pyarrow", "playwright", "scipy", "numpy"} & set(pinned)
    missing = {(name, need) for name in pinned for need in wanted_by(name) if need not in pinned}
    assert missing == set()


def test_no_package_is_pinned_twice() -> None:
    files = [*FILES, RELEASE]
    assert sum(len(pins(file)) for file in files) == len(pins(*files))


def test_the_pins_meet_what_the_package_asks_for() -> None:
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"]
    core = {normal(re.split(r"[^A-Za-z0-9._-]", text)[0]) for text in project["dependencies"]}
    server = {normal(re.split(r"[^A-Za-z0-9._-]", text)[0]) for text in extras["server"]}
    assert core | server <= set(pins("requirements.txt"))
    assert not core & server


def test_this_environment_has_the_pinned_versions() -> None:
    pinned = pins(*FILES)
    assert {name: importlib.metadata.version(name) for name in pinned} == pinned


def test_the_installed_version_is_the_one_written_in_the_package() -> None:
    assert importlib.metadata.version("whistlestop") == __version__


def test_the_changelog_has_a_section_for_this_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert __version__ in headings


def test_the_readme_reads_well_on_the_page_of_an_index() -> None:
    """There, a link to a file beside it leads nowhere; here, each leads to a file that exists."""
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    assert [link for link in links if not link.startswith("https://")] == []
    home = PYPROJECT["project"]["urls"]["Homepage"]
    raw = home.replace("github.com", "raw.githubusercontent.com")
    ours = re.compile(rf"(?:{home}/(?:blob|tree)|{raw})/main/(.+)")
    files = [found[1] for link in links if (found := ours.fullmatch(link))]
    assert len(files) > 20
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_wheels_are_built_for_every_python_that_the_classifiers_name() -> None:
    named = re.findall(r"Python :: 3\.(\d+)", " ".join(PYPROJECT["project"]["classifiers"]))
    built = re.findall(r"cp3(\d+)-", PYPROJECT["tool"]["cibuildwheel"]["build"])
    assert named == built
    assert PYPROJECT["project"]["requires-python"] == f">=3.{named[0]}"


def test_every_file_listed_as_interpreted_exists() -> None:
    listed = PYPROJECT["tool"]["whistlestop"]["build"]["interpreted"]
    assert [name for name in listed if not (ROOT / name).is_file()] == []


def test_the_engine_and_what_bots_think_with_are_on_the_list_of_compiled_modules() -> None:
    expected = {
        *("whistlestop.engine.state.rng", "whistlestop.engine.phases.routes"),
        *("whistlestop.engine.fast.timing", "whistlestop.bots.planner.choice"),
    }
    assert expected <= set(compiled_modules())


def test_what_is_compiled_apart_is_compiled_and_never_called_by_what_is_not() -> None:
    """Calls between the two units cannot be inlined, so the hot ones stay within one."""
    globs = PYPROJECT["tool"]["whistlestop"]["build"]["apart"]
    apart = {path for glob in globs for path in ROOT.glob(glob)} & compiled_files()
    assert len(apart) > 10
    rooms = {f"whistlestop.bots.{path.parent.name}" for path in apart}
    together = compiled_files() - apart
    calls = {path.name: [room for room in rooms if room in path.read_text()] for path in together}
    assert {name: found for name, found in calls.items() if found} == {}


def test_make_recompiles_whatever_the_compiled_modules_are_made_from() -> None:
    """The Makefile has no list of its own: it asks for the files and what they import."""
    made_from = made_sources()
    listed = {path.relative_to(ROOT).as_posix() for path in compiled_files()}
    assert listed
    assert listed <= made_from
    assert "src/whistlestop/model/board.py" in made_from, "what compiled modules import counts"


def made_sources() -> set[str]:
    """The prerequisites of the compiled engine, as make itself sees them."""
    database = subprocess.run(
        ["make", "--dry-run", "--print-data-base", "help"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    (line,) = re.findall(r"^SOURCES := (.*)$", database, re.MULTILINE)
    return set(line.split())
