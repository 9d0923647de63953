"""Every decision of simulated games as a row of Parquet: what the seat knew, might do and did.

Observation and mask are those of the environments, taken by the engine itself; so what is learned
from such a file can be tried there. Rows are written in groups while games are played, and no more
than one group is in memory. It needs pyarrow, which comes with the extra `lab`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from typing import IO, Any

from whistlestop._version import __version__
from whistlestop.engine.fast.decisions import DecisionReader
from whistlestop.engine.fast.row_layout import RowLayout
from whistlestop.engine.lookup import codec_for
from whistlestop.lab.data.recorded import never_played
from whistlestop.lab.extras import needed
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import GameResult, Played

FORMAT = 1
GROUP = 1 << 15
"""Decisions in a group of rows."""

_FIGURES = {
    "match": "int32",
    "game": "int32",
    "ply": "int32",
    "seat": "int8",
    "action": "int32",
    "outcome": "float32",
    "total": "int32",
    "margin": "int32",
}
_WORDS = ("seed", "bot")
_BYTES = ("observation", "mask")
COLUMNS = (
    *("match", "game", "seed", "ply", "seat", "bot"),
    *("observation", "mask", "action", "outcome", "total", "margin"),
)
"""The columns in the order of the file."""


class Dataset:
    """Writes the decisions of games of one board and one number of players."""

    def __init__(self, file: IO[bytes], plans: Sequence[SimulationPlan]) -> None:
        plan = plans[0]
        flat = codec_for(plan.board, plan.players).flat
        layout = RowLayout(flat)
        self._arrow = needed("pyarrow", "lab")
        self._reader = DecisionReader(flat, layout)
        self._widths = (int(layout.width), int(self._reader.mask_width))
        facts = _facts(plans, layout, int(flat.actions))
        self._schema = self._typed(facts)
        self._writer = needed("pyarrow.parquet", "lab").ParquetWriter(
            file,
            self._schema,
            compression="zstd",
            use_dictionary=list(_WORDS),
            write_statistics=[name for name in COLUMNS if name not in _BYTES],
        )
        self._clear()

    def _typed(self, facts: dict[str, Any]) -> Any:
        arrow = self._arrow
        kinds = {name: getattr(arrow, kind)() for name, kind in _FIGURES.items()}
        kinds |= {name: arrow.dictionary(arrow.int32(), arrow.string()) for name in _WORDS}
        kinds |= {n: arrow.binary(width) for n, width in zip(_BYTES, self._widths, strict=True)}
        fields = [arrow.field(name, kinds[name], nullable=False) for name in COLUMNS]
        return arrow.schema(fields, {"whistlestop": json.dumps(facts, ensure_ascii=False)})

    def _clear(self) -> None:
        self._rows = 0
        self._columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}

    def add(self, match: int, plan: SimulationPlan, played: Played) -> None:
        """Append the decisions of a game."""
        result, codes = played.result, list(played.codes)
        try:
            found = self._reader.follow(result.seed, codes)
        except ValueError:
            raise never_played(result.number) from None
        bots = names_of(plan)
        outcome = outcomes(result.winners, plan.players)
        columns, seats, count = self._columns, found.seats, len(codes)
        columns["match"] += [match] * count
        columns["game"] += [result.number] * count
        columns["seed"] += [str(result.seed)] * count
        columns["ply"] += range(count)
        columns["seat"] += seats
        columns["bot"] += [bots[result.bots[seat]] for seat in seats]
        columns["observation"].append(bytes(found.rows))
        columns["mask"].append(bytes(found.masks))
        columns["action"] += codes
        columns["outcome"] += [outcome[seat] for seat in seats]
        columns["total"] += [result.totals[seat] for seat in seats]
        margins = _margins(result)
        columns["margin"] += [margins[seat] for seat in seats]
        self._rows += count
        if self._rows >= GROUP:
            self._write()

    def _write(self) -> None:
        arrays = [self._array(name) for name in COLUMNS]
        table = self._arrow.Table.from_arrays(arrays, schema=self._schema)
        self._writer.write_table(table, row_group_size=self._rows)
        self._clear()

    def _array(self, name: str) -> Any:
        values, kind = self._columns[name], self._schema.field(name).type
        if name in _BYTES:
            buffers = [None, self._arrow.py_buffer(b"".join(values))]
            return self._arrow.Array.from_buffers(kind, self._rows, buffers)
        if name in _WORDS:
            return self._arrow.array(values).dictionary_encode()
        return self._arrow.array(values, kind)

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        if self._rows:
            self._write()
        self._writer.close()

    def let_go(self) -> None:
        """End a writer that was not closed while its file is still open, or it does so too late."""
        with contextlib.suppress(Exception):
            self._writer.close()
        self._writer.is_open = False


def names_of(plan: SimulationPlan) -> tuple[str, ...]:
    """The bots as tables call them: in a match all copies of a rival alike."""
    return tuple(recipe.text for recipe in plan.bots) if plan.paired else plan.labels


def outcomes(winners: Sequence[int], players: int) -> list[float]:
    """By seat what environments give as the reward `win`."""
    others = players - len(winners)
    if not others:
        return [0.0] * players
    won, lost = 1 / len(winners), -1 / others
    return [won if seat in winners else lost for seat in range(players)]


def _margins(result: GameResult) -> list[int]:
    return [result.margin(seat) for seat in range(len(result.totals))]


def _facts(plans: Sequence[SimulationPlan], layout: RowLayout, actions: int) -> dict[str, Any]:
    """What stands in the file about all its rows."""
    plan = plans[0]
    bots = dict.fromkeys(name for each in plans for name in names_of(each))
    return {
        "file": "dataset",
        "format": FORMAT,
        "version": __version__,
        "board": plan.board.name,
        "board_digest": plan.board.digest,
        "players": plan.players,
        "width": int(layout.width),
        "actions": actions,
        "sections": {name: [start, list(shape)] for name, start, shape in layout.sections},
        "bots": list(bots),
        "seed": plan.seed,
    }
