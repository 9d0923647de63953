"""The same run on a real local Ray cluster: the results are those of the pool."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from whistlestop.lab import Terms, simulate, tournament

pytest.importorskip("ray")


@pytest.fixture
def short_folder() -> Iterator[str]:
    """Ray keeps sockets in it, whose names the system limits to about a hundred characters."""
    with TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        yield folder


@pytest.mark.slow
# Ray leaves sockets and files to the end of its processes.
@pytest.mark.filterwarnings("ignore")
def test_on_ray_the_results_are_those_of_the_pool(
    tmp_path: Path, short_folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_TMPDIR", short_folder)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    here, there = tmp_path / "pool.jsonl", tmp_path / "ray.jsonl"
    bots = ["greedy", "random", "uniform"]
    rest = {"blocks": 13, "seed": 5, "workers": 2}
    pool = tournament(bots, Terms("new-york", results=here, **rest))  # type: ignore[arg-type]  # fits
    ray = tournament(bots, Terms("new-york", on="ray", results=there, **rest))  # type: ignore[arg-type]  # fits
    assert [m.games for m in pool.matches] == [m.games for m in ray.matches]
    assert pool.ratings == ray.ratings
    assert here.read_bytes() == there.read_bytes()


def test_without_ray_the_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from whistlestop.lab import LabError

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(LabError, match=r"needs ray.*pip install 'whistlestop\[cluster\]'"):
        simulate(["greedy", "random"], "new-york", games=2, seed=1, on="ray")
