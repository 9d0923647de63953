"""Makes the recorded games under `tests/records/<board>/`, the same ones every time.

    python -m tools.records.games              # writes them all and lists what they do not cover
    python -m tools.records.games --only NAME  # only those whose path contains NAME

It must run compiled (`make setup`), with the project's root as the working directory; it takes
less than a minute. Three quarters of the games are one of each board, option, number of players and
policy. The others are found: seeds are tried in ascending order until a game holds the rare event
that is wanted. Each game is played through `Game`, verified, and saved. When a board or a rule
changes on purpose, run it again and look at what changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.records.meanings import Watch, meanings_of, required
from tools.records.policies import POLICIES, choose
from whistlestop.boards.load import board_names, load_board, options_of
from whistlestop.engine.game import Game
from whistlestop.engine.phases.moves import apply, may_act, to_act
from whistlestop.engine.scoring.results import score_of
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.chance import tickets_offered
from whistlestop.engine.state.flat_board import OPENING, OVER, PHASE
from whistlestop.engine.state.rng import seeded
from whistlestop.record import Record

FOLDER = Path(__file__).parents[2] / "tests" / "records"
NAMES = ("Ann", "Bob", "Cy", "Dee", "Zoë")
TRIES = 20_000


@dataclass(frozen=True)
class Plan:
    """One game to make: the seats take the policies in turn; `wanted` must happen in it."""

    file: str
    board: str
    players: int
    policies: tuple[str, ...]
    seed: int = 1
    wanted: str = ""
    explicit: bool = False

    @property
    def path(self) -> Path:
        """Where its record lies."""
        return FOLDER / self.board.partition(":")[0] / f"{self.file}.wst"


def plans() -> list[Plan]:
    """Every game to make, each with a file of its own."""
    found = [*_tables(), *_rare(), *_explicit()]
    assert len({plan.path for plan in found}) == len(found), "two plans with one name"
    return found


def _tables() -> Iterator[Plan]:
    """Every board, option and number of players with three policies."""
    seed = 0
    for name in board_names():
        for option in ["", *options_of(name)]:
            board = load_board(name, option)
            for players in range(board.rules.min_players, board.rules.max_players + 1):
                for policy in ("actions", "kinds", "greedy"):
                    seed += 1
                    file = f"{option or 'default'}-{players}-{policy}"
                    yield Plan(file, board.name, players, (policy,), seed)


RARE = (
    ("europe", "tunnels", 3, "tunneller", "tunnel declined"),
    ("europe", "tunnels-2", 2, "tunneller actions", "tunnel paid"),
    ("europe", "tunnel-short-pile", 3, "hoarder tunneller", "tunnel with a short pile"),
    ("europe", "tunnel-no-pile", 3, "hoarder tunneller", "tunnel with no pile"),
    (
        *("europe", "gray-tunnel-locomotives", 2, "engineer greedy"),
        "gray tunnel and its extra paid with locomotives only",
    ),
    ("europe", "stations-0", 4, "builder", "stations used in scoring: 0"),
    ("europe", "stations-1", 4, "builder", "stations used in scoring: 1"),
    ("europe", "stations-2", 4, "builder", "stations used in scoring: 2"),
    ("europe", "stations-3", 5, "builder", "stations used in scoring: 3"),
    ("europe", "standstill", 2, "stubborn", "ended by standstill"),
    ("europe", "tie-by-tickets", 2, "kinds", "tie on points broken by tickets"),
    ("europe", "tie-by-stations", 2, "greedy", "tie on points broken by stations"),
    ("europe", "tie-by-trail", 2, "greedy", "tie on points broken by trail"),
    ("europe", "tie-on-trail", 4, "greedy", "tie on longest trail"),
    ("usa", "tie-by-tickets", 3, "actions", "tie on points broken by tickets"),
    ("usa", "tie-by-trail", 2, "actions", "tie on points broken by trail"),
    ("usa", "tie-on-trail", 5, "greedy", "tie on longest trail"),
    ("usa", "wiped-at-once", 4, "kinds", "first market wiped"),
    ("usa", "wiped-twice", 4, "hoarder", "market wiped twice in a row"),
    ("usa", "passes", 5, "staller", "ended by passes"),
    (
        *("usa", "pass-and-on", 5, "staller staller staller staller late-staller"),
        "forced pass, then the game went on",
    ),
    ("europe", "passes", 4, "staller", "ended by passes"),
    ("usa", "last-ticket", 5, "collector", "last ticket kept without asking"),
    ("usa", "double-routes", 4, "greedy", "both sides of a double route owned by two players"),
    ("new-york", "shared", 2, "actions", "tie on points shared"),
    ("new-york", "shared-3", 3, "greedy", "tie on points shared"),
    ("new-york", "tie-by-tickets", 4, "kinds", "tie on points broken by tickets"),
    ("new-york", "pile-empty", 3, "hoarder", "pile empty"),
    (
        *("new-york", "wipe-suspended", 2, "market-hoarder"),
        "wipe suspended: too few cards in pile and discards",
    ),
    ("new-york", "wipe-gap", 4, "market-hoarder", "wipe suspended: a gap in the market"),
    (
        *("new-york", "wiped-ten-times", 4, "staller"),
        "market wiped ten times in a row, then left",
    ),
    ("london", "districts", 3, "greedy", "district points"),
    ("london", "shared", 2, "actions", "tie on points shared"),
    ("london", "last-ticket", 4, "collector", "last ticket kept without asking"),
)


def _rare() -> Iterator[Plan]:
    for board, file, players, policies, wanted in RARE:
        yield Plan(f"rare-{file}", board, players, tuple(policies.split()), wanted=wanted)


def _explicit() -> Iterator[Plan]:
    """Games told again without their seed, as if they had been typed in from a table."""
    for board, players in (("usa", 3), ("europe", 2), ("new-york", 4), ("london", 2)):
        yield Plan("explicit", board, players, ("kinds", "greedy"), 7, explicit=True)


def make(plan: Plan) -> Record:
    """The record of a plan; seeds are tried from the plan's own on."""
    for seed in range(plan.seed, plan.seed + TRIES):
        choices, found = try_seed(plan, seed)
        if not plan.wanted or plan.wanted in found:
            game = play_again(plan, seed, choices)
            record = Record.of(retell(game) if plan.explicit else game)
            record.verify()
            return record
    raise SystemExit(f"{plan.path.name}: no seed up to {TRIES} holds {plan.wanted!r}")


def deal(plan: Plan, seed: int) -> Game:
    """The game of a plan as it begins."""
    names = NAMES[: plan.players]
    return Game(plan.board, players=names, seed=seed, first=seed % plan.players)


def try_seed(plan: Plan, seed: int) -> tuple[list[tuple[int, int]], set[str]]:
    """Play on the bare state, which is fast, and watch; returns seats with action codes."""
    game = deal(plan, seed)
    t, s, chance, rng = game.flat, game.state, game.chance, seeded(seed, "policy")
    policies = [POLICIES[plan.policies[i % len(plan.policies)]] for i in range(plan.players)]
    watch = Watch(game.board, t)
    choices: list[tuple[int, int]] = []
    while s.bytes[PHASE] != OVER:
        seat = int(to_act(t, s))
        if s.bytes[PHASE] == OPENING:
            waiting = [i for i in range(plan.players) if may_act(s, i)]
            seat = waiting[rng.below(len(waiting))]
        code = choose(policies[seat], t, s, seat, rng)
        chance.events = []
        apply(t, s, seat, code, chance)
        watch.ply(s, code, chance.events)
        choices.append((seat, code))
    watch.deal(game.deal_events, [seat for seat, _ in choices])
    watch.end(s, score_of(game.board, game.names, t, s))
    return choices, watch.found


def play_again(plan: Plan, seed: int, choices: list[tuple[int, int]]) -> Game:
    """The same choices through the public door."""
    game = deal(plan, seed)
    for seat, code in choices:
        game.play(game.codec.decode(code), seat)
    return game


def retell(game: Game) -> Game:
    """The same game without its seed: only the deal is given, the rest comes as it came."""
    board = game.board
    known = sum(kind in (event_kinds.DEALT, event_kinds.TURNED_UP) for kind, *_ in game.deal_events)
    cards = [board.cards[i] for i in game.cards][:known]
    tickets = [board.tickets[i].id for i in tickets_offered(game.deal_events)]
    told = Game(board, players=game.names, first=game.first, cards=cards, tickets=tickets)
    for number, ply in enumerate(game.plies):
        told.play(ply.action, ply.seat, got=game.got(number))
    return told


def main(arguments: list[str]) -> int:
    """Make the games, save them, and say which events none of them holds."""
    parser = argparse.ArgumentParser(description="Make the recorded games of the tests.")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    only = parser.parse_args(arguments).only
    missing = set(required())
    for plan in plans():
        name = f"{plan.path.parent.name}/{plan.path.name}"
        if only not in name:
            continue
        record = make(plan)
        plan.path.parent.mkdir(parents=True, exist_ok=True)
        record.save(plan.path)
        missing -= meanings_of(record)
        print(f"{name}: seed {record.seed}, {len(record)} plies", flush=True)
    if not only:
        print("missing:", ", ".join(sorted(missing)) or "nothing")
    return int(bool(missing) and not only)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
