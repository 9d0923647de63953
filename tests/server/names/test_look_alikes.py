"""Names that look the same get a number, however they are spelt."""

from __future__ import annotations

from importlib import resources

import hypothesis.strategies as st
import pytest
from hypothesis import given

from tests.server.table.evening import Evening, at_table
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.table.names.look_alikes import FILE, _skeleton, is_like_any

CYRILLIC_ANN = "\u0410nn"


@at_table()
async def test_a_guest_cannot_pass_for_the_host(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan(), SeatPlan()])
    for seat, typed in ((1, CYRILLIC_ANN), (2, "\uff21nn")):
        guest = await there.person(table, f"guest{seat}")
        await guest.asks(co.Sit, seat, typed, invite=table.state.invite)
    assert [seat.name for seat in table.state.seats] == [
        "Ann",
        f"{CYRILLIC_ANN} 2",
        "\uff21nn 3",
    ]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", CYRILLIC_ANN),
        ("ANN", "\u0430nn"),
        ("Bob", "B0b"),
        ("bob", "\u0412\u041e\u0412"),
        ("Ian", "lan"),
        ("Tom", "Torn"),
        ("Zo\u00eb", "Z\u03bf\u00eb"),
        ("Paul", "\u0420\u0430ul"),
        ("Ann", "\U0001d400\U0001d427\U0001d427"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("Ann", "\u0410n\uff4e"),
        ("Ann 2", "Ann \uff12"),
        ("Fred", "\uff26re\u1d48"),
    ],
)
def test_alike(name: str, other: str) -> None:
    assert is_like_any(name, ["Cy", other])
    assert is_like_any(other, [name])


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ian", "Lan"),
        ("Ann", "Anne"),
        ("Zoe", "Zo\u00eb"),
        ("Ann 2", "Ann 3"),
        ("\u6728", "\u672c"),
    ],
)
def test_not_alike(name: str, other: str) -> None:
    assert not is_like_any(name, [other])
    assert not is_like_any(other, [name])


@given(st.text(max_size=12))
def test_what_is_made_of_likenesses_stays_so(text: str) -> None:
    assert _skeleton(_skeleton(text)) == _skeleton(text)


def test_the_committed_table_is_the_packages() -> None:
    pytest.importorskip("confusable_homoglyphs")
    from tools.make_look_alikes import text

    made = resources.files("whistlestop.server.table.names") / FILE
    assert made.read_text(encoding="utf-8") == text(), "run python -m tools.make_look_alikes"
