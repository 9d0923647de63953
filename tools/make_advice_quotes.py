"""Makes `web/src/testing/advice.json`: ten advices of the coach, each with its position.

    python -m tools.make_advice_quotes
    cd web && npx vitest run src/i18n/quotes.test.ts --update

Planners and greedy bots play games on all boards; for each kind of reason the file has the first
position whose best action has it. The page's unit tests put them into words in three languages, and
write the English ones to `docs/explanation/ten-advices.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from whistlestop.bots import make_bot
from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.evaluation import evaluate
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View

FILE = Path(__file__).parents[1] / "web" / "src" / "testing" / "advice.json"
# A glance finds the positions; what is quoted is evaluated as in a game.
GLANCE = 2
SEED = "ten advices"
# For each quote the board, the players, and what the best action's reason must be and say.
WANTED: tuple[tuple[str, int, str, str], ...] = (
    ("europe", 2, "keep_tickets", "shared"),
    ("usa", 2, "claim_for_plan", "detour"),
    ("europe", 3, "claim_for_plan", "last_way"),
    ("europe", 2, "claim_for_plan", "risk"),
    ("europe", 3, "build_for_plan", "route"),
    ("usa", 3, "draw_for_plan", "serves"),
    ("london", 2, "draw_for_plan", "hit"),
    ("new-york", 2, "claim_for_points", "points"),
    ("usa", 2, "draw_tickets", "gain"),
    ("new-york", 3, "last_turn", "points"),
)


def main() -> None:
    """Find ten positions and write them down."""
    quotes = [_quote(*wanted) for wanted in WANTED]
    text = json.dumps(quotes, ensure_ascii=False, separators=(",", ":"))
    FILE.write_text(text.replace('{"board"', '\n{"board"') + "\n", encoding="utf-8")


def _quote(board: str, players: int, reason: str, fact: str) -> dict[str, Any]:
    for game in range(20):
        seed = f"{SEED} {game}"
        for view in _views(board, players, seed):
            if _fits(counsel(view, evaluate(view, worlds=GLANCE), 1)[0], reason, fact):
                found = evaluate(view)
                advice = counsel(view, found)
                if _fits(advice[0], reason, fact):
                    return _written(view, seed, found.value.win, advice)
    raise SystemExit(f"No position of {board} has {reason} with {fact}.")


def _views(board: str, players: int, seed: str) -> Iterator[View]:
    bots = ("planner", "greedy", "planner")[:players]
    game = Game(board, players, seed=seed)
    seated = [make_bot(bot, seed=f"{seed}/{seat}") for seat, bot in enumerate(bots)]
    while not game.over:
        view = game.view(game.turn)
        if len(view.legal) > 1:
            yield view
        game.play(seated[game.turn].choose(view), game.turn)


def _fits(advice: Advice, reason: str, fact: str) -> bool:
    return advice.reason == reason and bool(advice.params.get(fact))


def _written(view: View, seed: str, win: float, advice: tuple[Advice, ...]) -> dict[str, Any]:
    assert view.seat is not None
    return {
        "board": view.board.id,
        "players": len(view.players),
        "seed": seed,
        "ply": view.ply,
        "seat": view.seat,
        "trains": [player.trains for player in view.players],
        "hand": {card: count for card, count in view.hand.items() if count},
        "tickets": [ticket.id for ticket in view.tickets],
        "offer": [ticket.id for ticket in view.offer],
        "routes": [route.id for route in view.routes],
        "last": view.turns_left is not None,
        "win": round(win, 2),
        "options": [_option(each) for each in advice],
    }


def _option(advice: Advice) -> Mapping[str, object]:
    return {
        "action": str(advice.action),
        "value": advice.value,
        "reason": advice.reason,
        "params": dict(advice.params),
    }


if __name__ == "__main__":
    main()
