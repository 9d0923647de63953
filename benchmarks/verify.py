"""Are the timed games real? A sample is replayed through the public door, rule by rule."""

from whistlestop.boards.load import load_board
from whistlestop.engine.fast.rollout import random_games
from whistlestop.engine.game import Game
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.moves import apply, count_legal, seek_legal, to_act
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.engine.state.chance import Chance, cards_off_pile, tickets_offered
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import OVER, PHASE, TICKETS_CODE, FlatBoard
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.setup import card_order, deal, ticket_order
from whistlestop.model.board import Board


def check_sample(name: str, players: int, games: int) -> int:
    """Replay the first `games` of the benchmark's games; returns how many agreed."""
    board = load_board(name)
    t = codec_for(board, players).flat
    rng = seeded("bench")
    for _ in range(games):
        before = rng.copy()
        plies, total = random_games(t, 1, rng)
        checked = _replay(board, players, t, before)
        if checked != (plies, total):
            raise AssertionError(f"{name}: {checked} through Game, {plies, total} in the rollout")
    return games


def _replay(board: Board, players: int, t: FlatBoard, rng: Rng) -> tuple[int, int]:
    """The same game again, every action checked and played by `Game`."""
    chance = Chance(rng)
    cards, tickets = card_order(t, rng), ticket_order(t, rng)
    s = deal(t, cards, tickets, 0, chance)
    game = Game(
        board,
        players,
        cards=[board.cards[x] for x in cards],
        tickets=[board.tickets[x].id for x in tickets],
    )
    while s.bytes[PHASE] != OVER:
        seat = to_act(t, s)
        code = seek_legal(t, s, seat, rng.below(count_legal(t, s, seat)))
        log: list[RawEvent] = []
        chance.events = log
        apply(t, s, seat, code, chance)
        if code == TICKETS_CODE:
            got = [board.tickets[x].id for x in tickets_offered(log)]
        else:
            got = [board.cards[x] for x in cards_off_pile(log)]
        game.play(game.codec.decode(code), got=got)
    assert game.over, "the rollout ended a game that is not over"
    totals = game.score().totals
    assert list(totals) == list(final_totals(t, s))
    return game.ply, sum(totals)
