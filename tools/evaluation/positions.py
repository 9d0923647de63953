"""Positions of games with what the worlds promised each seat there, and what became of it.

At two random moments of every game each seat is asked from its own view; in a game that took long
to play, in every tenth. What becomes of it are the end of the game itself and five more ends, which
the same bots play from the same position with the pile of cards shuffled anew, unless they are
slow. In four of five games only the planner's own choice is tried, which is what planners play; in
the fifth all actions are, so that the value of the best one can be checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from time import monotonic

from whistlestop.boards.load import load_board
from whistlestop.bots.evaluation.correction import lasting
from whistlestop.bots.evaluation.evaluation import Raw, raw_value, try_out
from whistlestop.bots.evaluation.trying import Tried, Trying
from whistlestop.bots.planner.choice import choose
from whistlestop.bots.reasoning.from_view import facts_from_view
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.registry import make_bot
from whistlestop.bots.search.judge import PositionJudge
from whistlestop.bots.search.shortlist import shortlist
from whistlestop.bots.search.trials import NO_ACTION
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import OVER, PHASE
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import shuffle_pile
from whistlestop.lab.games.results import credit_of, margin_of

FOLDER = Path(__file__).parents[2] / "build" / "evaluation"
FIT, FRESH = "fit", "fresh"
"""The seeds of games to fit to, and of games to report."""
WORLDS = 32
LEAN_WORLDS = 24
ENDS = 5
TENTHS = 10
FULL_GAMES = 5
"""In one of so many games all actions are tried."""
PLANNERS = "planner"
End = tuple[list[int], list[int]]
"""The totals of an end, and its winners."""
SLOW = "search"
"""A bot whose games take so long that every tenth of each is asked about."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """A board, a number of players, and who plays: one bot, or several in turns, joined by `+`."""

    board: str
    players: int
    bots: str = PLANNERS

    def __str__(self) -> str:
        return f"{self.board}/{self.players}/{self.bots}"

    @property
    def map(self) -> str:
        """The map of the board, by which corrections are kept."""
        return self.board.partition(":")[0]

    @property
    def trains(self) -> int:
        """How many trains everybody begins with."""
        return load_board(self.board).rules.trains

    def seats(self, number: int) -> list[str]:
        """The bot of each seat in one game; they change seats from game to game."""
        names = self.bots.split("+")
        return [names[(seat + number) % len(names)] for seat in range(self.players)]


@dataclass(frozen=True, slots=True)
class Position:
    """What worlds promised one seat at one moment, and what became of it."""

    game: int
    seat: int
    bot: str
    tenth: int
    """The tenth of the game, from 0 to 9."""
    left: float
    """The share of trains left to the seat that has fewest."""
    moves: bool
    margin: float
    win: float
    ended: float
    """The mean margin of all ends."""
    won: float
    """The mean of all ends: 1, 0, or a part of a shared win."""


def line_up(text: str) -> LineUp:
    """`usa:classic/2`, or with bots `usa:classic/2/planner+greedy`."""
    board, players, *bots = text.split("/")
    return LineUp(board, int(players), *bots)


def kept_in(line: LineUp, seed: str) -> Path:
    """The file of a line-up's positions."""
    return FOLDER / f"{seed}-{line.board.replace(':', '_')}-{line.players}-{line.bots}.jsonl"


def kept(line: LineUp, seed: str) -> list[Position]:
    """All positions that were played; a line that was cut off is left out."""
    path = kept_in(line, seed)
    lines = path.read_text().splitlines() if path.exists() else []
    whole = (json.loads(text) for text in lines if text.endswith("}]"))
    return [Position(**facts) for game in whole for facts in game]


def play_more(lines: list[LineUp], seed: str, seconds: float) -> None:
    """Play one game of each line-up after the other until the time is over, and keep them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    end = monotonic() + seconds
    numbers = {line: 1 + max((p.game for p in kept(line, seed)), default=-1) for line in lines}
    while True:
        for line in lines:
            if monotonic() > end:
                return
            found = [asdict(p) for p in positions(line, seed, numbers[line])]
            with kept_in(line, seed).open("a") as file:
                file.write(json.dumps(found) + "\n")
            numbers[line] += 1


def positions(line: LineUp, seed: str, number: int) -> Iterator[Position]:
    """The positions of one game."""
    name = f"{seed}/{line}/{number}"
    game = Game(line.board, line.players, seed=name)
    bots = [make_bot(bot, f"{name}/{seat}") for seat, bot in enumerate(line.seats(number))]
    moments: list[Game] = []
    while not game.over:
        moments.append(game.copy())
        game.play(bots[game.turn].choose(game.view(game.turn)))
    rng = seeded(name, "moments")
    for tenth in _tenths(line, rng):
        first, end = (len(moments) * n // TENTHS for n in (tenth, tenth + 1))
        if first < end:
            at = moments[first + rng.below(end - first)]
            yield from _at(line, number, name, tenth, at, game, rng)


def _tenths(line: LineUp, rng: Rng) -> tuple[int, ...]:
    """The tenths of a game in which to ask: two, or all if a game is dear."""
    if SLOW in line.bots:
        return tuple(range(TENTHS))
    one = rng.below(TENTHS)
    return one, (one + 1 + rng.below(TENTHS - 1)) % TENTHS


def _at(
    line: LineUp, number: int, name: str, tenth: int, at: Game, game: Game, rng: Rng
) -> Iterator[Position]:
    score = game.score()
    ends = [(list(score.totals), list(score.winners)), *more_ends(line, number, name, at, rng)]
    for seat, bot in enumerate(line.seats(number)):
        view = at.view(seat)
        raw = promised(view, f"{name}/{at.ply}", full=number % FULL_GAMES == 0)
        yield Position(
            game=number,
            seat=seat,
            bot=bot,
            tenth=tenth,
            left=min(player.trains for player in view.players) / line.trains,
            moves=bool(view.legal),
            margin=raw.margin,
            win=raw.win,
            ended=sum(margin_of(totals, seat) for totals, _ in ends) / len(ends),
            won=sum(credit_of(winners, seat) for _, winners in ends) / len(ends),
        )


def more_ends(line: LineUp, number: int, name: str, at: Game, rng: Rng) -> Iterator[End]:
    """What else may become of a position, as far as its bots are quick enough to play on."""
    if line.bots == PLANNERS:
        yield from (_end(at, rng) for _ in range(ENDS))
    elif SLOW not in line.bots:
        for end in range(ENDS):
            yield _played_on(line, number, f"{name}/{at.ply}/{end}", at)


def _played_on(line: LineUp, number: int, name: str, at: Game) -> End:
    """Totals and winners after the same bots have played on with the pile shuffled."""
    game = at.copy()
    shuffle_pile(game.flat, game.state, seeded(name, "pile"))
    bots = [make_bot(bot, f"{name}/{seat}") for seat, bot in enumerate(line.seats(number))]
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    score = game.score()
    return list(score.totals), list(score.winners)


def promised(view: View, seed: str, *, full: bool) -> Raw:
    """What worlds promise a seat before any correction: for its best action, or the planner's."""
    if full:
        return raw_value(try_out(view, [], WORLDS, None, seed), lasting(view))
    facts = facts_from_view(view)
    code = shortlist(facts)[0] if view.legal else NO_ACTION
    trying = Trying(judge_of(facts.flat), int(facts.seat), [Tried(code)])
    dealt = possible_states(view, seeded(seed, "evaluation"), suited=True)
    for state, luck in islice(dealt, LEAN_WORLDS):
        trying.try_world(state, luck)
    return raw_value(trying, lasting(view))


def _end(game: Game, rng: Rng) -> End:
    """Totals and winners after planners have played on with the pile shuffled."""
    t, state = game.flat, game.state.copy()
    shuffle_pile(t, state, rng)
    chance = Chance(rng.copy())
    rng.next32()
    judge: PositionJudge = judge_of(t)
    while state.bytes[PHASE] != OVER:
        who = to_act(t, state)
        code = choose(facts_from_state(t, state, who), judge.scale, judge.tuning)
        apply(t, state, who, code, chance)
    tally = tally_scores(t, state)
    winners, _ = rank(t, state, tally)
    return list(map(int, tally.total)), list(winners)
