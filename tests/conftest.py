"""What every test run shares: hypothesis profiles, and proof of which build is being tested.

It holds no fixtures of the game. Invariant: when WHISTLESTOP_EXPECT says `compiled` or `pure`, a
run either tests exactly that build or does not start.
"""

import importlib.util
import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tools.compiled_sources import SRC, compiled_files

EXPECT = "WHISTLESTOP_EXPECT"

# The machine's speed must not decide a test: no deadline anywhere.
settings.register_profile("dev", deadline=None, max_examples=20)
settings.register_profile(
    "ci", deadline=None, max_examples=200, derandomize=True, database=None, print_blob=True
)
# What a developer keeps in the own folder must not change what the tests see, and what a test would
# leave in it lies beside other temporary files, where no later run looks.
os.environ["WHISTLESTOP_HOME"] = str(
    Path(tempfile.gettempdir()) / f"whistlestop-nobody-home-{os.getpid()}"
)

# Threads for sums would only wait for those of other workers; numpy reads this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


# In the background of a shell interrupts are ignored, by every program under test as well.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def compiled_modules() -> list[str]:
    """Names of the modules that pyproject.toml lists for mypyc."""
    files = compiled_files()
    return sorted(".".join(path.relative_to(SRC).with_suffix("").parts) for path in files)


def is_compiled(module: str) -> bool:
    """Whether an import would load machine code; the module itself is not imported yet."""
    spec = importlib.util.find_spec(module)
    return spec is not None and not str(spec.origin).endswith(".py")


def pytest_configure() -> None:
    """Stop at once when the modules about to be tested are not of the flavour asked for."""
    expected = os.environ.get(EXPECT)
    if expected is None:
        return
    if expected not in ("compiled", "pure"):
        raise pytest.UsageError(f"{EXPECT} is {expected!r}; it can be 'compiled' or 'pure'.")
    modules = compiled_modules()
    wrong = [module for module in modules if is_compiled(module) != (expected == "compiled")]
    if not modules:
        raise pytest.UsageError("pyproject.toml lists no module to compile; nothing to expect.")
    if wrong:
        raise pytest.UsageError(
            f"{EXPECT} is {expected!r}, but some modules are not: {', '.join(wrong)}; "
            "`make clean setup` builds them anew."
        )


def pytest_report_header() -> str:
    return f"whistlestop: {os.environ.get(EXPECT, 'not checked whether compiled or pure')}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several work at once, folders take turns file by file: what is long begins early, and
    browsers run beside tests that need none."""
    if hasattr(config, "workerinput"):
        turns: dict[str, dict[str, int]] = {}
        for item in items:
            files = turns.setdefault(_folder(item), {})
            files.setdefault(_file(item), len(files))
        items.sort(key=lambda item: (turns[_folder(item)][_file(item)], _folder(item)))


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _folder(item: pytest.Item) -> str:
    return item.nodeid.split("/", 2)[1]
