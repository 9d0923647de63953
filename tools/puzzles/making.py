"""Games of planners, and the puzzles found in them, as many as are wanted of each board and theme.

Boards take turns. A game gives at most one puzzle of a theme, and at most half of what is wanted of
a theme may be so easy that the greedy bot finds it. Stations have a run of their own, for they are
built seldom, and hardly ever with fewer than five players. What was found is kept game by game;
what ships is written after every game and follows from what is kept. Invariant: the same seed and
terms give the same files, however often the run was interrupted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from whistlestop.bots import make_bot
from whistlestop.bots.puzzles.finding import Stages, find_puzzle
from whistlestop.bots.puzzles.puzzle import Puzzle
from whistlestop.bots.puzzles.themes import LAST_TURNS, STATION, THEMES, TICKETS
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.search.shortlist import shortlist
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Build

NAMES = ("Ann", "Bob", "Carl", "Dora", "Emil")
STATIONS_FROM = 10_000

LATE = 2 / 3
"""With at most this part of the trains left, every turn is looked at."""
EARLY = 3
"""Before that, turns hardly ever make a puzzle: one in so many plies is looked at."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class MakingTerms:
    """What the puzzles follow from: the boards, how many of each theme, the luck, the effort."""

    boards: tuple[str, ...] = ("usa", "europe", "new-york", "london")
    wanted: int = 14
    seed: str = "puzzles"
    stages: Stages = field(default_factory=Stages)
    themes: tuple[str, ...] = tuple(theme for theme in THEMES if theme != STATION)
    players: tuple[int, ...] = (2, 3, 2, 4)
    first: int = 0
    """The number of the first game: it is a part of a puzzle's name."""


def runs(seed: str, wanted: int) -> tuple[MakingTerms, MakingTerms]:
    """The runs that make what ships: of all boards, and of stations."""
    stations = MakingTerms(
        boards=("europe",),
        wanted=wanted,
        seed=f"{seed}-stations",
        themes=(STATION,),
        players=(5,),
        first=STATIONS_FROM,
    )
    return MakingTerms(wanted=wanted, seed=seed), stations


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was looked through: its number, its board, and its puzzles."""

    number: int
    board: str
    puzzles: tuple[Puzzle, ...]

    @classmethod
    def read(cls, line: dict[str, Any]) -> PlayedGame:
        """A game from a line of the kept file."""
        puzzles = tuple(Puzzle.read(puzzle) for puzzle in line["puzzles"])
        return cls(line["number"], line["board"], puzzles)

    def line(self) -> str:
        """The game as a line of the kept file."""
        puzzles = [puzzle.data() for puzzle in self.puzzles]
        return _line({"number": self.number, "board": self.board, "puzzles": puzzles})


class MakingError(Exception):
    """Why no puzzles can be made so, as a sentence."""


class KeptGames:
    """The games looked through so far, in a file that only grows."""

    def __init__(self, folder: Path, terms: MakingTerms) -> None:
        self.terms = terms
        self.path = folder / f"{terms.seed}.jsonl"
        self.games: list[PlayedGame] = []
        header = _line(asdict(terms))
        folder.mkdir(parents=True, exist_ok=True)
        lines = self._whole_lines()
        if not lines:
            self._write([header])
        elif lines[0] != header:
            raise MakingError(
                f"{self.path} was made on other terms: take another seed, or remove the file."
            )
        self.games = [PlayedGame.read(json.loads(line)) for line in lines[1:]]

    def _whole_lines(self) -> list[str]:
        """The lines that were written to their ends; a last one that was not is dropped."""
        if not self.path.exists():
            return []
        *lines, cut = self.path.read_text(encoding="utf-8").split("\n")
        if cut:
            self._write(lines)
        return lines

    def _write(self, lines: Sequence[str]) -> None:
        self.path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def add(self, game: PlayedGame) -> None:
        """Keep one more game."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{game.line()}\n")
        self.games.append(game)

    def puzzles(self, board: str) -> list[Puzzle]:
        """All puzzles of a board, in the order in which they were found."""
        return [puzzle for game in self.games if game.board == board for puzzle in game.puzzles]

    def players(self, board: str) -> int:
        """How many play in the next game of a board, in turns."""
        numbers = self.terms.players
        return numbers[sum(game.board == board for game in self.games) % len(numbers)]


def make_puzzles(
    terms: Sequence[MakingTerms], kept: Path, shipped: Path, games: int, say: Say = print
) -> list[KeptGames]:
    """Run after run, look through games until there are enough puzzles or games."""
    done = [KeptGames(kept, each) for each in terms]

    def ship() -> None:
        for board in terms[0].boards:
            write_shelf(shipped, board, [p for run in done for p in run.puzzles(board)])

    ship()
    for run in done:
        for game in _more_games(run, games):
            run.add(game)
            ship()
            say(_progress(run))
    return done


def _more_games(done: KeptGames, games: int) -> Iterator[PlayedGame]:
    """Games that were not looked through yet; each is to be added before the next is asked for."""
    terms = done.terms
    while len(done.games) < games:
        board = _next_board(terms, done)
        if board is None:
            break
        wanted = wants(terms, done.puzzles(board))
        number = terms.first + len(done.games)
        yield look_through(terms, number, board, done.players(board), wanted)


def _next_board(terms: MakingTerms, done: KeptGames) -> str | None:
    """The board of which fewest games were looked through, among those that want puzzles."""
    played = Counter(game.board for game in done.games)
    wanting = [b for b in terms.boards if any(wants(terms, done.puzzles(b)).values())]
    return min(wanting, key=lambda board: played[board], default=None)


def wants(terms: MakingTerms, found: Sequence[Puzzle]) -> dict[str, int]:
    """How many puzzles of each theme a board still wants."""
    have = Counter(puzzle.theme for puzzle in found)
    return {theme: max(0, terms.wanted - have[theme]) for theme in terms.themes}


def look_through(
    terms: MakingTerms, number: int, board: str, players: int, wanted: dict[str, int]
) -> PlayedGame:
    """Play a game and look at its positions, as long as they may give what is wanted."""
    left, found = dict(wanted), []
    easy = terms.wanted // 2
    for view in _views(board, players, f"{terms.seed}/{number}"):
        if not _may_give(view, left):
            continue
        name = f"{board}-{number}-{view.ply}"
        puzzle = find_puzzle(view, name, f"{terms.seed}/{name}", terms.stages)
        if puzzle is None or not left.get(puzzle.theme):
            continue
        # Half of a theme may be easy; the easy ones come first, and then no more of them.
        if puzzle.level > 1 or wanted[puzzle.theme] > easy:
            found.append(puzzle)
            left[puzzle.theme] = 0
    return PlayedGame(number, board, tuple(found))


def _may_give(view: View, left: dict[str, int]) -> bool:
    """Whether a position can be about something that is still wanted."""
    if STATION in left:
        return bool(left[STATION]) and _may_build(view)
    if view.turns_left is not None:
        return bool(left[LAST_TURNS])
    if view.phase in ("opening", "tickets"):
        return bool(left[TICKETS])
    late = min(player.trains for player in view.players) <= LATE * view.board.rules.trains
    return any(left.values()) and (late or view.ply % EARLY == 0)


def _may_build(view: View) -> bool:
    """Whether the planner or the search would think of a station."""
    codes = shortlist(facts_from_view(view))
    return any(isinstance(action_of(view, code), Build) for code in codes)


def _views(board: str, players: int, seed: str) -> Iterator[View]:
    """What planners see when they decide, all through a game."""
    game = Game(board, NAMES[:players], seed=seed)
    bots = [make_bot("planner", seed=f"{seed}/{seat}") for seat in range(players)]
    while not game.over:
        view = game.view(game.turn)
        yield view
        game.play(bots[game.turn].choose(view), game.turn)


def write_shelf(folder: Path, board: str, puzzles: Sequence[Puzzle]) -> None:
    """Write what ships of a board, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{board}.new"
    new.write_text("".join(f"{_line(puzzle.data())}\n" for puzzle in puzzles), encoding="utf-8")
    new.replace(folder / f"{board}.jsonl")


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _progress(done: KeptGames) -> str:
    """The newest game and how many puzzles there are."""
    terms, game = done.terms, done.games[-1]
    found = " ".join(f"{p.theme}/{p.level}" for p in game.puzzles) or "nothing"
    have = {board: len(done.puzzles(board)) for board in terms.boards}
    most = terms.wanted * len(terms.themes)
    counts = ", ".join(f"{board} {have[board]}/{most}" for board in terms.boards)
    return f"game {game.number} ({game.board}): {found}; {counts}"
