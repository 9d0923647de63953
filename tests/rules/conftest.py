"""What the rule tests share: the boards to run on, and conservation checked at every ply.

It holds no positions (see `positions`) and knows no rule.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine import audit as laws
from tests.engine.audit import Unbalanced, audit
from whistlestop.engine.game import Game


@pytest.fixture(params=["usa", "europe", "new-york", "london"])
def board(request: pytest.FixtureRequest) -> str:
    """Every shipped board: a rule that holds on all of them is tested on all of them."""
    return str(request.param)


@pytest.fixture(autouse=True)
def every_ply_conserves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test plays: no card, train, station or ticket may be lost or doubled by it."""
    play = Game.play
    # That the legal actions are found in two ways alike is no law of conservation, and slow.
    monkeypatch.setattr(laws, "_audit_legal", lambda flat, state: None)

    def audited(game: Game, *args: Any, **kwargs: Any) -> Any:
        sound = _is_sound(game)
        events = play(game, *args, **kwargs)
        if sound:
            audit(game.flat, game.state)
        return events

    monkeypatch.setattr(Game, "play", audited)


def _is_sound(game: Game) -> bool:
    """A position typed by hand may break a law on purpose; then nothing can be said of it."""
    try:
        audit(game.flat, game.state)
    except Unbalanced:
        return False
    return True
