"""The charts of a study, each by name: functions that draw one on a page of its own.

They draw what the study holds and compute nothing. Each is made in the light and the dark theme.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from whistlestop.lab.matches.tournament import Tournament
from whistlestop.lab.show.plots import Theme, figure, matrix, percent, save, write_above
from whistlestop.lab.study.study import Study
from whistlestop.render.summary import pair


class DrawChart(Protocol):
    """Draws one chart into each of the files, whose names tell of which kind they are."""

    def __call__(self, study: Study, theme: Theme, *paths: Path) -> None: ...


CITIES = 24
MARKS = "os^DP"
"""One for each number of players, so that colour is not the only sign."""


def source(study: Study) -> str:
    """What the numbers of all charts come from."""
    games = min(len(sample.games) for sample in study.samples)
    each = "with each number of players" if len(study.samples) > 1 else ""
    played = f"{games:,} games of {study.bot} against itself {each}".rstrip()
    return f"{study.board.title}: {played}, seed {study.seed}"


def _finish(drawn: Any, study: Study, paths: Sequence[Path], told: str = "") -> None:
    """On a slide a picture stands alone, so it says itself what was counted."""
    drawn.supxlabel(told or source(study), x=0.01, ha="left", fontsize=8.5)
    for path in paths:
        save(drawn, path)


def draw_scores(study: Study, theme: Theme, *paths: Path) -> None:
    """Scores of all players and of winners, by number of players."""
    with figure(theme, 9.0, 4.2, columns=2) as (drawn, (left, right)):
        names = [f"{sample.players} players" for sample in study.samples]
        for axes, title, columns in (
            (left, "Points", [sample.totals for sample in study.samples]),
            (right, "Turns of a player", [sample.turns for sample in study.samples]),
        ):
            _violins(axes, names, columns, theme)
            axes.set_title(title)
        right.set_yticklabels([])
        _finish(drawn, study, paths)


def _violins(axes: Any, names: list[str], columns: list[Any], theme: Theme) -> None:
    """The shape of each list of numbers with its middle half and its median."""
    shapes = axes.violinplot(
        columns, orientation="horizontal", widths=0.8, showextrema=False, showmedians=False
    )
    for i, body in enumerate(shapes["bodies"]):
        body.set(facecolor=theme.inks[i % len(theme.inks)], alpha=0.75, linewidth=0)
    for i, column in enumerate(columns, 1):
        ordered = sorted(column)
        low, middle, high = (ordered[int(q * (len(ordered) - 1))] for q in (0.25, 0.5, 0.75))
        axes.plot([low, high], [i, i], color=theme.ink, linewidth=4, solid_capstyle="butt")
        axes.plot(middle, i, "o", color=theme.paper, markeredgecolor=theme.ink, markersize=7)
        write_above(axes, f"{round(middle, 1):g}", (middle, i))
    axes.set_yticks(range(1, len(names) + 1), names)
    axes.grid(False, axis="y")


def draw_seats(study: Study, theme: Theme, *paths: Path) -> None:
    """The share of wins of every seat among equals."""
    with figure(theme, 9.0, 4.2) as (drawn, axes):
        at = 0.0
        places, names = [], []
        for i, sample in enumerate(study.samples):
            ink = theme.inks[i % len(theme.inks)]
            even = 1 / sample.players
            axes.plot([at - 0.4, at + sample.players - 0.6], [even, even], "--", color=theme.faint)
            for seat in sample.seats:
                x = at + seat.seat
                axes.plot([x, x], [seat.low, seat.high], color=ink, linewidth=3)
                axes.plot(x, seat.won, "o", color=ink, markersize=8)
                write_above(axes, percent(seat.won), (x, seat.high), rise=4, fontsize=9)
                places.append(x)
                names.append(str(seat.seat + 1))
            middle, name = at + (sample.players - 1) / 2, f"{sample.players} players"
            axes.text(middle, 0, name, ha="center", color=ink, weight="bold")
            at += sample.players + 0.8
        axes.set_xticks(places, names)
        axes.margins(y=0.1)
        axes.set_ylim(bottom=-0.02)
        axes.yaxis.set_major_formatter(lambda value, _: percent(value))
        axes.set_xlabel("seat, in the order of play")
        axes.set_title("Games won by seat, the same bot everywhere")
        axes.grid(False, axis="x")
        _finish(drawn, study, paths)


def draw_cities(study: Study, theme: Theme, *paths: Path) -> None:
    """The cities that most players use, for every number of players."""
    reached = [sample.reached for sample in study.samples]
    order = sorted(range(len(study.board.cities)), key=lambda c: -sum(use[c] for use in reached))
    shown = order[:CITIES][::-1]
    with figure(theme, 9.0, 0.27 * len(shown) + 1.4) as (drawn, axes):
        for i, sample in enumerate(study.samples):
            uses, mark = [sample.reached[c] for c in shown], MARKS[i % len(MARKS)]
            look = {"color": theme.inks[i % len(theme.inks)], "alpha": 0.9, "markersize": 7}
            axes.plot(uses, range(len(shown)), mark, label=f"{sample.players} players", **look)
        axes.set_yticks(range(len(shown)), [study.board.cities[c].name for c in shown])
        axes.xaxis.set_major_formatter(lambda value, _: percent(value))
        axes.set_title("Players whose network touches a city")
        axes.set_xlim(left=0)
        axes.set_ylim(-0.7, len(shown) - 0.3)
        axes.legend(loc="lower right")
        _finish(drawn, study, paths)


def draw_tickets(study: Study, theme: Theme, *paths: Path) -> None:
    """What each ticket promises for a turn, and the margin of those who held it."""
    sample = study.samples[0]
    facts = sorted(study.structure.tickets, key=lambda f: f.per_turn)
    counts = {count.ticket: count for count in sample.tickets}
    with figure(theme, 11.0, 0.2 * len(facts) + 1.6, columns=2) as (drawn, (left, right)):
        left.barh(range(len(facts)), [f.per_turn for f in facts], color=theme.inks[0], height=0.7)
        left.set_yticks(range(len(facts)), [pair(f.ticket) for f in facts], fontsize=8)
        left.set_title("Points for a turn, by the map alone")
        for i, fact in enumerate(facts):
            count = counts[fact.ticket.id]
            if count.held > 1:
                right.plot([count.low, count.high], [i, i], color=theme.inks[1], linewidth=2.5)
                right.plot(count.margin, i, "o", color=theme.inks[1], markersize=5)
        right.axvline(0, color=theme.ink, linewidth=0.8)
        right.set_yticks(range(len(facts)), [])
        right.set_title(f"Points ahead when held, {sample.players} players")
        for axes in (left, right):
            axes.set_ylim(-0.7, len(facts) - 0.3)
            axes.grid(False, axis="y")
        _finish(drawn, study, paths)


def draw_styles(result: Tournament, study: Study, theme: Theme, *paths: Path) -> None:
    """Who beats whom with one number of players, the best bot first."""
    size = 0.62 * len(result.bots) + 1.9
    with figure(theme, size + 0.6, size) as (drawn, axes):
        ordered = sorted(result.ratings, key=lambda rating: -rating.elo)
        matrix(axes, result, [rating.bot for rating in ordered], theme)
        rivals = result.players - 1
        several = f"one of the row against {rivals} of the column"
        axes.set_title(f"Games won, {'row against column' if rivals == 1 else several}")
        played = f"{result.games:,} games with {result.players} players"
        _finish(drawn, study, paths, f"{study.board.title}: {played}, seed {result.seed}")


CHARTS: dict[str, DrawChart] = {
    "scores": draw_scores,
    "seats": draw_seats,
    "cities": draw_cities,
    "tickets": draw_tickets,
}


def charts_of(study: Study) -> dict[str, DrawChart]:
    """The charts that this study has something for."""
    styles = {f"styles-{each.players}": partial(draw_styles, each) for each in study.styles}
    return {**CHARTS, **styles}
