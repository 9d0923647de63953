"""Planned faults strike where and when they were planned, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from whistlestop.server.errors import StartupError
from whistlestop.server.faults import fault, plan_faults
from whistlestop.server.store.base import CommitUnknown, StoreUnavailable


@pytest.fixture(autouse=True)
def _no_plans_afterwards() -> Iterator[None]:
    yield
    plan_faults("")


def test_without_a_plan_nothing_happens() -> None:
    plan_faults("")
    fault("before_commit")


def test_a_fault_strikes_once_at_its_count() -> None:
    plan_faults("before_commit:2:disk_full")
    fault("before_commit")
    fault("after_commit")
    with pytest.raises(StoreUnavailable) as struck:
        fault("before_commit")
    assert struck.value.code == "disk_full"
    fault("before_commit")


def test_a_fault_with_a_plus_goes_on() -> None:
    plan_faults("after_commit:1+:unknown")
    for _ in range(3):
        with pytest.raises(CommitUnknown):
            fault("after_commit")


def test_several_plans_stand_beside_each_other() -> None:
    plan_faults("a:1:read_only, b:1:defect")
    with pytest.raises(RuntimeError):
        fault("b")
    with pytest.raises(StoreUnavailable):
        fault("a")


@pytest.mark.parametrize("text", ["x", "a:b:c", "a:1:explode", "a:-1:kill", "a:1:kill:2", ":::"])
def test_a_plan_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(StartupError):
        plan_faults(text)
