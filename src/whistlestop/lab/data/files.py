"""What is written of the games of a run while it plays: their records, their decisions.

Games come in the order in which they were asked for, so the same run writes the same files
whatever the number of workers. Files take their places when the run is over; a run that is
interrupted leaves none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from gzip import GzipFile
from pathlib import Path
from typing import NamedTuple

from whistlestop.lab.data.beside import written_beside
from whistlestop.lab.data.dataset import Dataset
from whistlestop.lab.data.recorded import never_played, record_of
from whistlestop.lab.errors import LabError
from whistlestop.lab.extras import needed
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played
from whistlestop.record.many import packed


class Wanted(NamedTuple):
    """Where the records and the decisions of a run shall be written, if anywhere."""

    records: str | Path | None = None
    dataset: str | Path | None = None

    def checked(self) -> bool:
        """Whether anything is wanted; refuses what cannot be written."""
        if self.dataset is not None:
            needed("pyarrow.parquet", "lab")
        places = [Path(path).absolute() for path in self if path is not None]
        if len(places) != len(set(places)):
            raise LabError("not_written", "Records and dataset cannot be the same file.")
        return bool(places)


class GameFiles:
    """The open files of a run."""

    def __init__(self, records: GzipFile | None, dataset: Dataset | None) -> None:
        self._records = records
        self._dataset = dataset

    def add(self, match: int, plan: SimulationPlan, games: Sequence[Played]) -> list[Played]:
        """Write games of a plan, and return them without what only the files needed."""
        for game in games:
            if len(game.codes) != game.result.plies:
                raise never_played(game.result.number)
            if self._records is not None:
                record = record_of(plan, game.result.number, game.codes)
                self._records.write(record.dumps().encode())
            if self._dataset is not None:
                self._dataset.add(match, plan, game)
        return [game._replace(codes=()) for game in games]


@contextmanager
def game_files(wanted: Wanted, plans: Sequence[SimulationPlan]) -> Iterator[GameFiles | None]:
    """The files of a run of these plans, which keep their games' actions if any are wanted."""
    if not wanted.checked():
        yield None
        return
    with ExitStack() as stack:
        records = dataset = None
        if wanted.records is not None:
            file = stack.enter_context(written_beside(wanted.records))
            records = stack.enter_context(packed(file))
        if wanted.dataset is not None:
            dataset = Dataset(stack.enter_context(written_beside(wanted.dataset)), plans)
            stack.callback(dataset.let_go)
        yield GameFiles(records, dataset)
        if dataset is not None:
            dataset.close()
