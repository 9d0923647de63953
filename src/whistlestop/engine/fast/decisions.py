"""The decisions of a game that has been played: what its seats knew, might do and did.

The game is dealt again from its seed and follows the codes of its actions. For every decision there
are the row of the seat that decides, as environments show it, and the legal actions as bits: action
n is bit n % 8 of byte n // 8. Nothing here decides, and it imports no array library.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.fast.episode import Episode, lone_episode
from whistlestop.engine.fast.row_layout import RowLayout
from whistlestop.engine.phases.moves import list_legal
from whistlestop.engine.state.flat_board import FlatBoard


class GameDecisions:
    """What is kept of the decisions of one game, one after the other in bytes."""

    def __init__(self, count: i64, width: i64, mask_width: i64) -> None:
        self.seats: list[int] = []
        self.rows: vec[u8] = vec[u8]([u8(0)] * (count * width))
        self.masks: vec[u8] = vec[u8]([u8(0)] * (count * mask_width))


class DecisionReader:
    """Follows games of one board and number of players, one after the other."""

    def __init__(self, t: FlatBoard, layout: RowLayout) -> None:
        self.width: i64 = layout.width
        self.mask_width: i64 = (t.actions + 7) // 8
        self.episode: Episode = lone_episode(t, layout)

    def follow(self, seed: object, codes: list[int]) -> GameDecisions:
        """The decisions of the game that these codes play from a seed.

        A code that is not legal raises `ValueError`.
        """
        episode = self.episode
        episode.deal(seed, 0)
        found = GameDecisions(i64(len(codes)), self.width, self.mask_width)
        n: i64 = 0
        for code in codes:
            seat = episode.turn()
            self._note_mask(found.masks, n * self.mask_width, seat)
            self._check(found.masks, n * self.mask_width, code)
            self._note_row(found.rows, n * self.width, seat)
            found.seats.append(int(seat))
            episode.play(code)
            n += 1  # noqa: SIM113 -- enumerate would box it
        return found

    def _note_mask(self, masks: vec[u8], at: i64, seat: i64) -> None:
        legal = list_legal(self.episode.t, self.episode.state, seat)
        i: i64 = 0
        n = i64(len(legal))
        while i < n:
            code = legal[i]
            cell = at + (code >> 3)
            masks[cell] = u8(i64(masks[cell]) | (1 << (code & 7)))
            i += 1

    def _check(self, masks: vec[u8], at: i64, code: i64) -> None:
        if code < 0 or code >= self.episode.t.actions or not self._allows(masks, at, code):
            raise ValueError("no legal action has this code here")

    def _allows(self, masks: vec[u8], at: i64, code: i64) -> bool:
        return i64(masks[at + (code >> 3)]) & (1 << (code & 7)) != 0

    def _note_row(self, rows: vec[u8], at: i64, seat: i64) -> None:
        self.episode.look(seat)
        cells = self.episode.rows.cells
        start = self.episode.rows.base + seat * self.width
        i: i64 = 0
        while i < self.width:
            rows[at + i] = cells[start + i]
            i += 1
