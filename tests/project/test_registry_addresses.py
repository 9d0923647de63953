"""No file of the project says where packages are fetched from, or where a developer works.

Pins name versions; the address is the reader's own choice, and the addresses and folders of one
machine are wrong on every other. The patterns are pieced together so that this file passes too.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ADDRESSES = re.compile(
    "|".join(
        (
            "index" + r"[-_]url",
            "find" + r"[-_]links",
            "trusted" + "-host",
            r"\bfile:" + "//",
            r'"resolved":\s*"' + "http",
            r"registry\s*=\s*.?http",
            r"https?://(?:[\w.-]+\.)?(?:py" + r"pi\.org|pythonhosted\.org)",
            r"https?://registry\.(?:npm" + r"js\.org|yarnpkg\.com)",
        )
    )
)


def project_files() -> list[Path]:
    """Every file that is, or would be, committed."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def places(pattern: re.Pattern[str]) -> list[str]:
    """`file:line` of every line that the pattern matches."""
    found = []
    for path in project_files():
        text = path.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}")
    return found


def test_the_search_covers_the_files_that_name_packages() -> None:
    names = {path.name for path in project_files()}
    assert {"pyproject.toml", "requirements.txt", "requirements-dev.txt", "Makefile"} <= names
    assert {"requirements-build.txt", "requirements-release.txt"} <= names


@pytest.mark.parametrize(
    "line",
    [
        "--extra-index" + "-url https://example.org/simple",
        "click @ file:" + "///opt/wheels/click.whl",
        "https://files.python" + "hosted.org/packages/a.whl",
        "https://registry.npm" + "js.org/svelte",
        '"resolved": "' + 'https://example.org/a.tgz"',
    ],
)
def test_an_address_would_be_found(line: str) -> None:
    assert ADDRESSES.search(line)


def test_no_file_names_a_package_index() -> None:
    assert places(ADDRESSES) == []


def test_no_file_names_the_folder_of_this_checkout() -> None:
    assert places(re.compile(re.escape(f"{ROOT}/"))) == []
