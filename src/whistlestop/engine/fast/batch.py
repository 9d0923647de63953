"""Many games stepped together: codes in, rows, masks, rewards and ends out.

All that goes out lies in vecs that are made once and never grow, so that arrays can be laid over
them. A game that ends is dealt anew in the same step. What game `i` is dealt, the n-th time, is
what `Game(..., seed=seed_of(seed, i, n))` deals. It imports no array library.
"""

from __future__ import annotations

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.fast.episode import Episode
from whistlestop.engine.fast.rewards import write_rewards
from whistlestop.engine.fast.rivals import Rivals, play_until
from whistlestop.engine.fast.row_layout import RowLayout
from whistlestop.engine.fast.rows import Rows
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import Rng, seeded


def seed_of(seed: object, game: int, number: int) -> str:
    """The seed with which a game of a batch was dealt for the `number`-th time."""
    return f"{seed}/{game}/{number}"


class Batch:
    """`games` games of one board. With `against_any` or `rivals`, one seat of each game is played
    from outside and the others by any legal action, or by those rivals; else all seats are.
    """

    def __init__(
        self,
        t: FlatBoard,
        layout: RowLayout,
        games: i64,
        by_score: bool,
        against_any: bool,
        rivals: Rivals | None = None,
    ) -> None:
        self.t = t
        self.layout = layout
        self.games = games
        self.by_score = by_score
        self.against_any = against_any
        self.rivals = rivals
        players = t.players
        self.cells: vec[u8] = vec[u8]([u8(0)] * (games * players * layout.width))
        self.masks: vec[u8] = vec[u8]([u8(0)] * (games * t.actions))
        # For each game: which row to look at, who acts, who acted, and whether it ended.
        self.shown: vec[i64] = vec[i64]([0] * games)
        self.seats: vec[i64] = vec[i64]([0] * games)
        self.acted: vec[i64] = vec[i64]([0] * games)
        self.ended: vec[u8] = vec[u8]([u8(0)] * games)
        # By game and seat; those of a game that ended stay until the next step.
        self.rewards: vec[float] = vec[float]([0.0] * (games * players))
        self.totals: vec[i64] = vec[i64]([0] * (games * players))
        self.last_rows: vec[u8] = vec[u8]([u8(0)] * (games * layout.width))
        self.picks: vec[i64] = vec[i64]([0] * games)
        self.dealt: vec[i64] = vec[i64]([0] * games)
        self.seed: object = 0
        self.rng: Rng = Rng(1, 0, 0, 0)
        self.episodes: list[Episode] = []
        i: i64 = 0
        while i < games:
            rows = Rows(t, layout, self.cells, i * players * layout.width)
            self.episodes.append(Episode(t, rows, self.masks, i * t.actions))
            i += 1

    def reset(self, seed: object) -> None:
        """Deal every game anew; all luck of the batch comes from the seed."""
        self.seed = seed
        self.rng = seeded(seed, "batch")
        i: i64 = 0
        while i < self.games:
            self.dealt[i] = 0
            self._forget(i)
            self._deal(i)
            i += 1

    def first_illegal(self, actions: bytes) -> i64:
        """The first game whose action (8 bytes each, little-endian) is not legal, or -1."""
        masks = self.masks
        size = self.t.actions
        i: i64 = 0
        while i < self.games:
            code = read_i64_le(actions, i * 8)
            if code < 0 or code >= size or masks[i * size + code] == 0:
                return i
            i += 1
        return -1

    def step(self, actions: bytes) -> i64:
        """Do one legal action in every game; returns how many games ended."""
        ends: i64 = 0
        i: i64 = 0
        while i < self.games:
            if self.ended[i] != 0:
                self._forget(i)
            episode = self.episodes[i]
            self.acted[i] = self.seats[i]
            episode.play(read_i64_le(actions, i * 8))
            self._go_on(i, episode)
            if episode.over():
                ends += 1
                self._end(i, episode)
                self._deal(i)
            else:
                self._show(i, episode)
            i += 1
        return ends

    def play_one(self, i: i64, code: i64, mine: i64) -> bool:
        """Do one legal action in one game, whose outside player sits at `mine`; returns whether
        the game ended. For opponents that are asked outside, one game at a time.
        """
        if self.ended[i] != 0 and self.seats[i] == mine:
            self._forget(i)
        episode = self.episodes[i]
        self.acted[i] = mine
        episode.play(code)
        if not episode.over():
            self._show(i, episode)
            return False
        self._end(i, episode)
        self._deal(i)
        return True

    def pick(self) -> None:
        """Write any legal action of each game into `picks`, all with the same chance."""
        i: i64 = 0
        while i < self.games:
            self.picks[i] = self.episodes[i].any_action(self.rng)
            i += 1

    def _go_on(self, i: i64, episode: Episode) -> None:
        """Let the other seats act until it is the turn of the seat played from outside."""
        rivals = self.rivals
        if rivals is not None:
            play_until(episode, rivals, i, self.seats[i], None)
        elif self.against_any:
            while not episode.over() and episode.turn() != self.seats[i]:
                episode.play_any(self.rng)

    def _show(self, i: i64, episode: Episode) -> None:
        """Renew what goes out of a game that goes on."""
        seat = episode.turn()
        self.seats[i] = seat
        self.shown[i] = i * self.t.players + seat
        episode.list_actions()
        episode.look(seat)

    def _deal(self, i: i64) -> None:
        episode = self.episodes[i]
        number = self.dealt[i]
        self.dealt[i] = number + 1
        seed = seed_of(self.seed, int(i), int(number))
        episode.deal(seed, 0)
        rivals = self.rivals
        if self.against_any or rivals is not None:
            # Every game gives its outside player another seat each time.
            self.seats[i] = (i + number) % self.t.players
            if rivals is not None:
                rivals.begin(i, seed, self.seats[i])
            self._go_on(i, episode)
        self._show(i, episode)

    def _end(self, i: i64, episode: Episode) -> None:
        """Note the result, and the last thing that the seat which acted saw."""
        seat = self.acted[i]
        self.ended[i] = u8(1)
        write_rewards(episode, self.by_score, self.rewards, self.totals, i * self.t.players)
        episode.look(seat)
        width = self.layout.width
        row = (i * self.t.players + seat) * width
        n: i64 = 0
        while n < width:
            self.last_rows[i * width + n] = self.cells[row + n]
            n += 1

    def _forget(self, i: i64) -> None:
        """The result of the game before this one has been told."""
        self.ended[i] = u8(0)
        seat: i64 = 0
        while seat < self.t.players:
            self.rewards[i * self.t.players + seat] = 0.0
            seat += 1
