"""The comparison of evenings would notice a leak: servers that leak on purpose are caught."""

from __future__ import annotations

import pytest

from tests.server.secrecy import leaks
from tests.server.secrecy.compared import BOT, PEOPLE, played
from tests.server.secrecy.scripts import Cast, pairs
from tests.server.secrecy.theatre import Change, Theatre
from tests.server.secrecy.verdict import differences, leaked_words

PLIES = 12
SPECTATORS = ("eve", "mallory", "stranger", "foreign")
QUICK = (leaks.frames_tell_all_events,)


def name_of(change: object) -> str:
    return getattr(change, "__name__", "")


def slow_but(quick: tuple[Change, ...], changes: tuple[Change, ...]) -> list[object]:
    return [c if c in quick else pytest.param(c, marks=pytest.mark.slow) for c in changes]


@pytest.mark.parametrize("leak", slow_but(QUICK, leaks.TOLD), ids=name_of)
def test_a_server_that_tells_what_depends_on_secrets_is_caught(
    theatre: Theatre, leak: Change
) -> None:
    """Advice takes a bot to give it; everything else is told to a spectator."""
    cast: Cast = BOT if leak is leaks.advice_is_told else PEOPLE
    seats = (2,) if cast is BOT else ()
    pair = played(theatre, "europe", cast, seats, "leak", PLIES, leak)
    found = differences(pair.one, pair.two, pair.eyes)
    assert found
    assert {line.split(":")[0] for line in found} <= {*SPECTATORS, "log"}


@pytest.mark.slow
@pytest.mark.parametrize("leak", leaks.SPOKEN, ids=name_of)
def test_a_server_that_says_a_secret_word_is_caught(theatre: Theatre, leak: Change) -> None:
    script, _ = next(pairs("europe", PEOPLE, frozenset(), "leak", PLIES))
    assert leaked_words(theatre.play(script, frozenset(), leak)) != []
