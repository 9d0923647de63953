"""A record of a simulated game, made from its seed and the codes of its actions.

The players are named after their bots. The record is the one that `Game` gives when the same
actions are played; a test compares both to the byte. The rules are asked directly, since no view
and no memory of a seat is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.engine.codec import Codec
from whistlestop.engine.game import Game
from whistlestop.engine.phases.moves import apply, is_legal, to_act
from whistlestop.engine.state.chance import cards_off_pile, tickets_offered
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import TICKETS_CODE
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.record.digest import game_digest
from whistlestop.record.parts import RecordedPly
from whistlestop.record.record import Record, setup_of
from whistlestop.record.replay import reason_of, result_of

LONGEST_NAME = 40


def record_of(plan: SimulationPlan, number: int, codes: Sequence[int]) -> Record:
    """The record of game `number` of a plan."""
    game = Game(plan.board, seat_names(plan, number), seed=plan.seed_of(number))
    setup = setup_of(game)
    plies: list[RecordedPly] = []
    log: list[RawEvent] = []
    for code in codes:
        seat = int(to_act(game.flat, game.state))
        check_legal(game, number, seat, code)
        game.chance.events = log = []
        apply(game.flat, game.state, seat, code, game.chance)
        plies.append(RecordedPly(seat, game.codec.text(code), _got(game.codec, code, log)))
    result = result_of(game, game.state, reason_of(game, log))
    return Record(setup, tuple(plies), result, game_digest(setup, plies, game.flat, game.state))


def check_legal(game: Game, number: int, seat: int, code: int) -> None:
    """Refuse what was never played: a results file may have been edited."""
    if not is_legal(game.flat, game.state, seat, code):
        raise never_played(number)


def never_played(number: int) -> LabError:
    """The refusal of a game that cannot have been played."""
    return LabError("bad_results", f"Game {number} has an action that the rules do not allow.")


def _got(codec: Codec, code: int, log: Sequence[RawEvent]) -> tuple[str, ...]:
    """What chance answered."""
    board = codec.board
    if code == TICKETS_CODE:
        return tuple([board.tickets[i].id for i in tickets_offered(log)])
    return tuple([board.cards[i] for i in cards_off_pile(log)])


def seat_names(plan: SimulationPlan, number: int) -> tuple[str, ...]:
    """The bots by seat, as names that players can have: short, printable, each one once."""
    labels = [plan.labels[bot] for bot in plan.seating(number)]
    plain = [_printable(label) for label in labels]
    if len(set(plain)) == len(plain) and all(plain):
        return tuple(plain)
    return tuple(f"{name[: LONGEST_NAME - 4]} #{seat + 1}" for seat, name in enumerate(plain))


def _printable(label: str) -> str:
    return "".join(sign for sign in label if sign.isprintable()).strip()[:LONGEST_NAME].strip()
