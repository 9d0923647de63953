"""Playing a record again: to any ply as a `Game`, and to the end as a proof.

A game that left another one is dealt anew at its forks. Without a seed what chance answered drives
the replay; with one it is compared. `prove` asks the compiled rules directly, because a game that
only has to be proved needs no events and no memory; the tests hold it against `play`, ply by ply.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.engine.again import ShuffledAgain, check_again, shuffle_again
from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.forking import take_forks_here
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.events import events_for
from whistlestop.engine.phases.moves import apply, is_legal
from whistlestop.engine.scoring.results import score_of
from whistlestop.engine.state.chance import cards_off_pile, tickets_offered
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import OVER, PHASE, TICKETS_CODE
from whistlestop.engine.state.state import State
from whistlestop.record.digest import game_digest
from whistlestop.record.errors import RecordError
from whistlestop.record.parts import FIRST_PLY_LINE, RecordedPly, RecordedResult, Setup, in_order


def start(setup: Setup) -> Game:
    """The game after the deal."""
    try:
        return Game(
            setup.board,
            players=setup.players,
            seed=setup.seed if setup.deal is None else None,
            first=setup.first,
            cards=setup.cards,
            tickets=setup.tickets,
            rng=setup.rng,
            deal=setup.deal,
        )
    except SetupError as error:
        raise RecordError("bad_setup", error.sentence, 1) from None


def replay(
    setup: Setup, plies: Sequence[RecordedPly], shuffles: Sequence[ShuffledAgain] = ()
) -> Game:
    """The game after these plies; every action and every answer of chance is checked."""
    game = start(setup)
    driven = setup.seed is None
    _take_forks(game, setup, 1)
    for line, ply in enumerate(in_order(plies, shuffles), FIRST_PLY_LINE):
        if isinstance(ply, ShuffledAgain):
            _check_again(game.state, game.shuffles, ply, line)
            game.shuffle_again(
                cards="cards" in ply.piles, tickets="tickets" in ply.piles, again=ply.again
            )
            _take_forks(game, setup, line)
            continue
        try:
            game.play(ply.do, ply.seat, got=ply.got if driven else None)
        except IllegalAction as error:
            raise _refused(error, line) from None
        _check_text(ply.do, str(game.plies[-1].action), line)
        _check_got(ply.got, game.got(game.ply - 1), line)
        _take_forks(game, setup, line)
    if any(fork.ply < game.ply for fork in setup.forks[len(game.forks) :]):
        raise RecordError("bad_field", '"from" names a place that the game never came to', 1)
    return game


def prove(
    setup: Setup, plies: Sequence[RecordedPly], shuffles: Sequence[ShuffledAgain] = ()
) -> tuple[Game, State, str]:
    """As `replay`, but returns only the deal, the last state and why the game ended."""
    if setup.seed is None or setup.forks:
        game = replay(setup, plies, shuffles)
        return game, game.state, reason_of(game, game.plies[-1].events if plies else ())
    game = start(setup)
    # The game's own chance: dealing may have shuffled already.
    t, codec, state, chance = game.flat, game.codec, game.state, game.chance
    cards, tickets = setup.board.cards, [ticket.id for ticket in setup.board.tickets]
    codes: dict[str, int] = {}
    log: list[RawEvent] = []
    for line, ply in enumerate(in_order(plies, shuffles), FIRST_PLY_LINE):
        if isinstance(ply, ShuffledAgain):
            _check_again(state, game.shuffles, ply, line)
            shuffle_again(t, state, chance, (setup.rng, setup.seed), ply)
            game.shuffles = (*game.shuffles, ply)
            continue
        seat, do, got = ply
        code = codes.get(do)
        if code is None:
            code = codes[do] = _code_of(codec, do, line)
        if not is_legal(t, state, seat, code):
            raise _why_not(game, state, seat, do, line)
        chance.events = log = []
        apply(t, state, seat, code, chance)
        if code == TICKETS_CODE:
            _check_got(got, [tickets[ticket] for ticket in tickets_offered(log)], line)
        else:
            _check_got(got, [cards[card] for card in cards_off_pile(log)], line)
    return game, state, reason_of(game, log)


def _take_forks(game: Game, setup: Setup, line: int) -> None:
    """Deal anew where the game left another one."""
    try:
        take_forks_here(game, setup.forks)
    except (IllegalAction, SetupError) as error:
        raise RecordError("illegal_action", error.sentence, line) from None


def _check_again(
    state: State, done: tuple[ShuffledAgain, ...], step: ShuffledAgain, line: int
) -> None:
    try:
        check_again(state, done, step)
    except IllegalAction as error:
        raise RecordError("illegal_action", error.sentence, line) from None


def _code_of(codec: Codec, do: str, line: int) -> int:
    try:
        code = codec.encode(do)
    except IllegalAction as error:
        raise _refused(error, line) from None
    _check_text(do, str(codec.decode(code)), line)
    return code


def _why_not(game: Game, state: State, seat: int, do: str, line: int) -> RecordError:
    """Let the game itself say why this action is not allowed there."""
    game.state = state
    try:
        game.play(do, seat)
    except IllegalAction as error:
        return _refused(error, line)
    return RecordError("illegal_action", f'"{do}" is not allowed there', line)


def _refused(error: IllegalAction, line: int) -> RecordError:
    if error.code == "chance_disagrees":
        return RecordError("got_differs", error.sentence, line)
    return RecordError("illegal_action", error.sentence, line)


def _check_text(do: str, usual: str, line: int) -> None:
    """Records hold an action in its one canonical form."""
    if do != usual:
        raise RecordError("bad_field", f'a record writes this action as "{usual}"', line)


def _check_got(recorded: tuple[str, ...], got: Sequence[str], line: int) -> None:
    if recorded != tuple(got):
        sentence = "chance answers something else than the record says"
        raise RecordError("got_differs", sentence, line)


def reason_of(game: Game, log: Sequence[RawEvent]) -> str:
    """Why the game ended, if these events ended it."""
    last = [e for e in events_for(game.board, log, None) if e.name == "ended"]
    return str(last[0]["reason"]) if last else ""


def result_of(game: Game, state: State, reason: str) -> RecordedResult:
    """How a game that is over ended."""
    score = score_of(game.board, game.names, game.flat, state)
    return RecordedResult(score.totals, score.winners, score.decided_by, reason)


def check_end(
    setup: Setup,
    plies: Sequence[RecordedPly],
    result: RecordedResult,
    digest: str,
    shuffles: Sequence[ShuffledAgain] = (),
) -> None:
    """Prove that these plies are a whole game with this result and this digest."""
    game, state, reason = prove(setup, plies, shuffles)
    line = len(plies) + len(shuffles) + FIRST_PLY_LINE
    if len(game.forks) < len(setup.forks):
        raise RecordError("bad_field", '"from" names a place that the game never came to', 1)
    if state.bytes[PHASE] != OVER:
        raise RecordError("not_over", "there is a result, but the game is not over", line)
    if result_of(game, state, reason) != result:
        raise RecordError("result_differs", "the game ends with another result", line)
    if game_digest(setup, plies, game.flat, state, shuffles) != digest:
        raise RecordError("digest_differs", "the game ends in another position", line)
