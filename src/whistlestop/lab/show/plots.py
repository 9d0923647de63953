"""Pictures for slides and pages: matplotlib, in a light or a dark theme.

Matplotlib comes with the extra `lab`; the first picture imports it, and needs no screen. This
module computes nothing of what it draws. People who see few colours can tell these apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whistlestop.lab.errors import LabError, not_written
from whistlestop.lab.extras import needed
from whistlestop.lab.show.text_tables import signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whistlestop.bots.review import Review
    from whistlestop.lab.games.results import Simulation
    from whistlestop.lab.matches.tournament import Tournament

KINDS = (".png", ".svg", ".pdf")
INKS = ("#0a62b0", "#d1495b", "#1e8449", "#d99a00", "#7a52b3")
"""One for each number of players or each bot, in order."""
DARK_INKS = ("#6fb1f0", "#ff8fa0", "#66c98a", "#f4c04e", "#b89af0")
RAMP = ("#fff3d6", "#fbd08f", "#f2a05a", "#dc6a4a", "#b03a52", "#6f1d56")
"""From cold to hot; told apart by lightness alone."""
DARK_FROM = 0.66
"""Where on the ramp white letters begin to be easier to read than dark ones."""
_LONG = re.compile(r"scale\([^)]*\)|\.\d{3,}|\n +")


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of paper, ink and lines."""

    paper: str
    ink: str
    faint: str
    inks: tuple[str, ...]


LIGHT = Theme("#ffffff", "#24211d", "#b9b2a3", INKS)
DARK = Theme("#1d1f22", "#ece8df", "#5a5f66", DARK_INKS)


def _settings(theme: Theme) -> dict[str, Any]:
    return {
        "figure.facecolor": theme.paper,
        "axes.facecolor": theme.paper,
        "savefig.facecolor": theme.paper,
        "text.color": theme.ink,
        "axes.labelcolor": theme.ink,
        "axes.edgecolor": theme.faint,
        "xtick.color": theme.ink,
        "ytick.color": theme.ink,
        "grid.color": theme.faint,
        "grid.alpha": 0.5,
        "grid.linewidth": 0.6,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "font.family": "DejaVu Sans",
        "font.size": 11,
        "legend.frameon": False,
        "svg.fonttype": "path",
        "svg.hashsalt": "whistlestop",
    }


@contextmanager
def figure(
    theme: Theme = LIGHT, width: float = 9.0, height: float = 5.0, columns: int = 1
) -> Iterator[tuple[Any, Any]]:
    """A figure with its axes; it is gone afterwards."""
    matplotlib = needed("matplotlib", "lab")
    matplotlib.use("Agg")
    pyplot = needed("matplotlib.pyplot", "lab")
    with matplotlib.rc_context(_settings(theme)):
        drawn, axes = pyplot.subplots(1, columns, figsize=(width, height), layout="constrained")
        try:
            yield drawn, axes
        finally:
            pyplot.close(drawn)


def save(drawn: Any, path: str | Path) -> None:
    """Write a figure; the kind follows from the name of the file."""
    target = Path(path)
    _check_kind(target)
    # No date, so that the same results give the same file.
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    try:
        drawn.savefig(target, dpi=160, metadata=metadata.get(target.suffix.lower()))
        if target.suffix.lower() == ".svg":
            _shorten(target)
    except OSError as error:
        raise not_written(path, error) from None


def _shorten(path: Path) -> None:
    """Two decimals instead of six, and nothing indented: nobody sees more, and pages load sooner.

    Letters are drawn large and scaled down, so scales stay exact.
    """
    text = path.read_text(encoding="utf-8")
    path.write_text(_LONG.sub(_shortened, text), encoding="utf-8")


def _shortened(found: re.Match[str]) -> str:
    text = found[0]
    return text if text.startswith("scale") else "\n" if text.startswith("\n") else text[:3]


def check_plot(path: str | None) -> None:
    """Say before a long run what could not be drawn after it."""
    if path is not None:
        needed("matplotlib", "lab")
        _check_kind(Path(path))


def _check_kind(path: Path) -> None:
    if path.suffix.lower() not in KINDS:
        raise LabError("bad_plot", f"A plot is written as {', '.join(KINDS)}, not {path.name}.")


def draw_simulation(result: Simulation, path: str | Path, theme: Theme = LIGHT) -> None:
    """How often each bot won, and how its scores lie."""
    with figure(theme, 11.0, 4.6, columns=2) as (drawn, (left, right)):
        rates = [(s.rate, s.low, s.high) for s in result.standings]
        intervals(left, result.bots, rates, theme, percent)
        left.set_title("Games won")
        left.xaxis.set_major_formatter(lambda value, _: percent(value))
        left.axvline(1 / len(result.bots), color=theme.faint, linestyle="--", zorder=0)
        totals = [
            [game.totals[game.seat_of(bot)] for game in result.games]
            for bot in range(len(result.bots))
        ]
        boxes(right, result.bots, totals, theme)
        right.set_title("Scores")
        drawn.suptitle(f"{result.board}, {len(result.games):,} games", x=0.01, ha="left")
        save(drawn, path)


def draw_tournament(result: Tournament, path: str | Path, theme: Theme = LIGHT) -> None:
    """Ratings with their intervals beside the raw matrix."""
    size = max(4.0, 0.62 * len(result.bots) + 1.6)
    with figure(theme, 6.5 + size, size, columns=2) as (drawn, (left, right)):
        ordered = sorted(result.ratings, key=lambda rating: rating.elo)
        names, whole = [rating.bot for rating in ordered], partial(signed, decimals=0)
        intervals(left, names, [(r.elo, r.low, r.high) for r in ordered], theme, whole)
        left.set_title("Rating in Elo")
        left.axvline(0, color=theme.faint, linestyle="--", zorder=0)
        matrix(right, result, names[::-1], theme)
        right.set_title("Games won, row against column")
        title = f"{result.board}, {result.players} players, {result.games:,} games"
        drawn.suptitle(title, x=0.01, ha="left")
        save(drawn, path)


def ink_at(share: float) -> str:
    """What can be read on the colour that the ramp has there."""
    return "#ffffff" if share >= DARK_FROM else "#24211d"


def percent(value: float) -> str:
    """A share as whole percents."""
    return f"{value:.0%}"


def write_above(
    axes: Any, text: str, point: tuple[float, float], rise: float = 9, **look: Any
) -> None:
    """A text over a point, so many points of type higher."""
    axes.annotate(text, point, xytext=(0, rise), textcoords="offset points", ha="center", **look)


def intervals(
    axes: Any,
    names: Sequence[str],
    rows: Sequence[tuple[float, float, float]],
    theme: Theme,
    show: Callable[[float], str],
) -> None:
    """A dot and a bar for each name, the first at the bottom, with the value written beside."""
    for i, (value, low, high) in enumerate(rows):
        axes.plot([low, high], [i, i], color=theme.inks[0], linewidth=3, solid_capstyle="round")
        axes.plot(value, i, "o", color=theme.inks[0], markersize=8)
        write_above(axes, show(value), (value, i))
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.3)
    axes.grid(False, axis="y")
    axes.margins(x=0.12)


def boxes(
    axes: Any, names: Sequence[str], columns: Sequence[Sequence[float]], theme: Theme
) -> None:
    """Quarters and middle of each list of numbers, lying."""
    drawn = axes.boxplot(
        columns,
        orientation="horizontal",
        widths=0.5,
        patch_artist=True,
        showfliers=False,
        medianprops={"color": theme.paper, "linewidth": 2},
        boxprops={"facecolor": theme.inks[0], "edgecolor": theme.inks[0]},
        whiskerprops={"color": theme.inks[0]},
        capprops={"color": theme.inks[0]},
    )
    assert len(drawn["boxes"]) == len(names)
    axes.set_yticks(range(1, len(names) + 1), names)
    axes.grid(False, axis="y")


def matrix(axes: Any, result: Tournament, names: Sequence[str], theme: Theme) -> None:
    """Shares of wins as coloured squares with the number in each, the bots in this order."""
    colours, patches = needed("matplotlib.colors", "lab"), needed("matplotlib.patches", "lab")
    ramp = colours.LinearSegmentedColormap.from_list("whistlestop", RAMP)
    at = [result.bots.index(name) for name in names]
    for (i, row), (j, column) in product(enumerate(at), repeat=2):
        share = result.matrix[row][column]
        look = {"facecolor": theme.faint, "alpha": 0.25}
        if share is not None:
            look = {"facecolor": ramp(share), "alpha": 1.0}
            axes.text(j, i, percent(share), ha="center", va="center", color=ink_at(share))
        axes.add_patch(patches.Rectangle((j - 0.48, i - 0.48), 0.96, 0.96, linewidth=0, **look))
    axes.set_xlim(-0.6, len(names) - 0.4)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xticks(range(len(names)), names, rotation=35, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_aspect("equal")
    axes.grid(False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def draw_review(result: Review, path: str | Path, theme: Theme = LIGHT) -> None:
    """The chance to win of every player over the game, and the parts of its margin."""
    with figure(theme, 11.0, 4.6, columns=2) as (drawn, (left, right)):
        plies = [moment.ply for moment in result.curve]
        for seat, name in enumerate(result.players):
            chances = [moment.wins[seat] for moment in result.curve]
            left.plot(plies, chances, color=theme.inks[seat], linewidth=2, label=name)
            for ply in result.seats[seat].costliest:
                left.plot(ply, chances[ply], "v", color=theme.inks[seat], markersize=9)
        left.set_ylim(-0.03, 1.03)
        left.yaxis.set_major_formatter(lambda value, _: percent(value))
        left.set_title("Chance to win")
        left.set_xlabel("ply; triangles mark the costliest decisions")
        left.legend(loc="best")
        _stacks(right, result, theme)
        save(drawn, path)


def _stacks(axes: Any, result: Review, theme: Theme) -> None:
    """The parts of each player's margin side by side."""
    parts = ("deal", "draws", "tunnels", "rivals", "decisions")
    wide = 0.8 / len(result.players)
    for seat, split in enumerate(told.own for told in result.seats):
        places = [i + (seat - (len(result.players) - 1) / 2) * wide for i in range(len(parts))]
        values = [getattr(split, part) for part in parts]
        axes.bar(places, values, wide * 0.92, color=theme.inks[seat])
    axes.axhline(0, color=theme.ink, linewidth=0.8)
    axes.set_xticks(range(len(parts)), parts)
    axes.set_title("Where the margin came from, in points")
    axes.grid(False, axis="x")
