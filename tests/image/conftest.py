"""The image under test, which `make image` names. All tests here are slow."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.image.box import Box
from tools.image import engine

IMAGE = os.environ.get("WHISTLESTOP_IMAGE", "")
Start = Callable[..., Box]


def pytest_itemcollected(item: pytest.Item) -> None:
    item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def found() -> engine.Engine:
    if not IMAGE:
        pytest.skip("no image was named: `make image` builds one and tries it")
    here = engine.find()
    assert here is not None, "an image was named, and nothing here could run it"
    return here


@pytest.fixture
def start(found: engine.Engine, tmp_path: Path) -> Iterator[Start]:
    """Starts containers that end with the test."""
    with ExitStack() as stack:
        count = iter(range(99))

        def starting(**how: Any) -> Box:
            log = tmp_path / f"container-{next(count)}.log"
            return stack.enter_context(Box(found, IMAGE, log, **how))

        yield starting
