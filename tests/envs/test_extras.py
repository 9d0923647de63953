"""The environments' libraries are extras: named when they are missing, imported when used."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

LIBRARIES = ("gymnasium", "pettingzoo", "numpy", "pyspiel", "open_spiel")


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


def test_importing_the_package_imports_none_of_the_libraries() -> None:
    done = run(
        "import sys, whistlestop, whistlestop.envs\n"
        f"print([name for name in {LIBRARIES} if name in sys.modules])"
    )
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize(
    ("ask", "missing", "extra"),
    [
        ("aec('usa')", "pettingzoo", "envs"),
        ("solo('usa')", "gymnasium", "envs"),
        ("vector('usa')", "numpy", "envs"),
        ("open_spiel('usa')", "pyspiel", "openspiel"),
        ("open_spiel('usa')", "numpy", "openspiel"),
    ],
)
def test_a_missing_library_is_one_sentence_that_names_the_extra(
    ask: str, missing: str, extra: str
) -> None:
    # None in place of a module is how Python is told that there is none.
    done = run(
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from whistlestop import envs\n"
        "try:\n"
        f"    envs.{ask}\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error)"
    )
    sentence = f"This environment needs {missing}: pip install 'whistlestop[{extra}]'."
    assert done.stdout.strip() == sentence, done.stderr
