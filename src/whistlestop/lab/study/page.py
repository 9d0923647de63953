"""A study as a folder: one page that needs nothing else, its pictures, and its data.

The page holds its maps and charts itself and follows the reader's light or dark theme; the same
pictures lie beside it as SVG and PNG for slides, the data as JSON and Parquet for programs.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from whistlestop._version import __version__
from whistlestop.lab.columns import Row, seat_rows, write_parquet
from whistlestop.lab.errors import LabError
from whistlestop.lab.extras import needed
from whistlestop.lab.intervals import mean
from whistlestop.lab.plots import DARK, LIGHT
from whistlestop.lab.study.charts import charts_of
from whistlestop.lab.study.counts import Sample
from whistlestop.lab.study.heat import NARROW, Heat, heat_svg
from whistlestop.lab.study.maps import draw_map, maps_of
from whistlestop.lab.study.study import Study
from whistlestop.lab.study.style import STYLE
from whistlestop.lab.tables import rating_rows
from whistlestop.render.summary import pair

Step = Callable[[int, int], None]


def write_study(study: Study, folder: str | Path, progress: Step | None = None) -> Path:
    """Write everything into a folder, which is made if need be; returns the page."""
    for module in ("matplotlib", "pyarrow"):
        needed(module, "lab")
    target = Path(folder)
    try:
        pictures, data = target / "pictures", target / "data"
        pictures.mkdir(parents=True, exist_ok=True)
        data.mkdir(exist_ok=True)
        charts = _charts(study, pictures, progress)
        maps = _maps(study, pictures)
        _data(study, data)
        page = target / "index.html"
        page.write_text(page_html(study, charts, maps), encoding="utf-8")
    except OSError as error:
        raise LabError("not_written", f"{target} cannot be written: {error.strerror}.") from None
    return page


def _charts(study: Study, folder: Path, progress: Step | None) -> dict[str, str]:
    """Every chart as files, and as an element for the page."""
    found = {}
    drawing = charts_of(study)
    for number, (name, draw) in enumerate(drawing.items(), 1):
        draw(study, LIGHT, folder / f"{name}.png")
        draw(study, LIGHT, folder / f"{name}.svg")
        with TemporaryDirectory() as room:
            dark = Path(room) / "dark.svg"
            draw(study, DARK, dark)
            found[name] = _picture(name, folder / f"{name}.svg", dark)
        if progress is not None:
            progress(number, len(drawing))
    return found


def _picture(name: str, light: Path, dark: Path) -> str:
    return (
        "<picture>"
        f'<source media="(prefers-color-scheme:dark)" srcset="{_inline(dark)}">'
        f'<img src="{_inline(light)}" alt="{escape(CAPTIONS[name])}" loading="lazy">'
        "</picture>"
    )


def _inline(path: Path) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(path.read_bytes()).decode()}"


def _maps(study: Study, folder: Path) -> dict[str, tuple[Heat, str]]:
    found = {}
    for name, heat in maps_of(study).items():
        svg = heat_svg(study.board, heat)
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
        draw_map(study.board, heat, folder / f"{name}.png")
        found[name] = heat, svg
    return found


def _data(study: Study, folder: Path) -> None:
    facts = study.data()
    (folder / "study.json").write_text(
        json.dumps(facts, ensure_ascii=False, indent=1), encoding="utf-8"
    )
    rows = [row for sample in study.samples for row in _game_rows(study, sample)]
    write_parquet(folder / "games.parquet", rows)
    for name in ("tickets", "routes", "seats"):
        listed = [
            {"players": sample["players"], **row}
            for sample in facts["players"]
            for row in sample[name]
        ]
        write_parquet(folder / f"{name}.parquet", listed)


def _game_rows(study: Study, sample: Sample) -> Iterator[Row]:
    names = [study.bot] * sample.players
    return seat_rows(sample.games, names, board=study.board.name, players=sample.players)


CAPTIONS = {
    "scores": "Points and length of games by number of players; dots are medians, thick lines the"
    " middle half.",
    "seats": "Games won by seat with 95 % intervals; dashes mark an even share.",
    "cities": "Trains that a player lays on routes at a city, by number of players.",
    "tickets": "Points for a turn that each ticket promises by the map alone, and the margin of"
    " those who held it with its 95 % interval.",
    "styles": "Games won by the bot of the row against the bot of the column.",
}


def page_html(study: Study, charts: dict[str, str], maps: dict[str, tuple[Heat, str]]) -> str:
    title = f"{study.board.title}: a study"
    sections = "".join(_sections(study, charts, maps))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<style>{STYLE}</style></head><body><main><h1>{escape(title)}</h1>"
        f"{_opening(study)}{sections}{_closing(study)}</main></body></html>\n"
    )


def _opening(study: Study) -> str:
    games = sum(len(sample.games) for sample in study.samples)
    board = study.board
    pairs = sum(route.twin is None or route.index < route.twin for route in board.routes)
    spaces = sum(route.length for route in board.routes)
    return (
        f"<p class=lead>What {games:,} games of the bot <b>{escape(study.bot)}</b> against itself"
        f" say about {escape(board.title)}: {len(board.cities)} cities, {pairs} pairs of them with"
        f" {len(board.routes)} routes of {spaces} spaces, {len(board.tickets)} tickets.</p>"
    )


def _sections(
    study: Study, charts: dict[str, str], maps: dict[str, tuple[Heat, str]]
) -> Iterator[str]:
    yield _section("Games", _overview(study), _figure(charts["scores"], CAPTIONS["scores"]))
    yield _section("Seats", _handicaps(study), _figure(charts["seats"], CAPTIONS["seats"]))
    contest = [_figure(svg, heat.title) for name, (heat, svg) in maps.items() if name != "maximum"]
    kind = "maps narrow" if study.board.width < NARROW else "maps"
    yield _section("Contested routes", f'<div class="{kind}">{"".join(contest)}</div>')
    yield _section("Cities", _agreement(study), _figure(charts["cities"], CAPTIONS["cities"]))
    yield _section(
        "Tickets",
        _ticket_summary(study),
        _figure(charts["tickets"], CAPTIONS["tickets"]),
        _ticket_table(study),
    )
    if study.styles:
        yield _section("Styles", _figure(charts["styles"], CAPTIONS["styles"]), *_ratings(study))
    heat, svg = maps["maximum"]
    yield _section("The most points possible", _maximum(study), _figure(svg, heat.title))


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def _figure(inside: str, caption: str) -> str:
    return f"<figure>{inside}<figcaption>{escape(caption)}</figcaption></figure>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in body
    )
    inside = f"<thead><tr>{cells}</tr></thead><tbody>{lines}</tbody>"
    return f'<div class="wide"><table>{inside}</table></div>'


def _overview(study: Study) -> str:
    rows: list[tuple[str, ...]] = [
        ("players", "games", "points", "winner", "turns each", "tickets held", "of them made")
    ]
    for sample in study.samples:
        held = [count for game in sample.games for count in game.tickets]
        made = [count for game in sample.games for count in game.completed]
        rows.append(
            (
                str(sample.players),
                f"{len(sample.games):,}",
                f"{mean(sample.totals):.1f}",
                f"{mean(sample.winning):.1f}",
                f"{mean(sample.turns):.1f}",
                f"{mean(held):.2f}",
                f"{sum(made) / max(1, sum(held)):.0%}",
            )
        )
    return _table(rows)


def _handicaps(study: Study) -> str:
    rows: list[tuple[str, ...]] = [("seat", *(f"{s.players} players" for s in study.samples))]
    for seat in range(max(sample.players for sample in study.samples)):
        rows.append((str(seat + 1), *(_handicap(sample, seat) for sample in study.samples)))
    return (
        "<p>Points that would make up for a seat, where it is more than chance: plus for a seat"
        " that is worse than the others.</p>" + _table(rows)
    )


def _handicap(sample: Sample, seat: int) -> str:
    if seat >= sample.players:
        return ""
    count = sample.seats[seat]
    interval = f"({_signed(count.handicap_low)} to {_signed(count.handicap_high)})"
    return f"{_signed(count.handicap)} {interval}" if count.clear else f"none {interval}"


def _signed(points: float) -> str:
    """With one decimal and its sign; what rounds to nought has none."""
    return f"{points:+.1f}" if abs(points) >= 0.05 else "0"


def _agreement(study: Study) -> str:
    if not study.agreement:
        return ""
    told = ", ".join(f"{rho:.2f} for {a} and {b}" for (a, b), rho in study.agreement.items())
    return (
        "<p>How alike cities rank between two numbers of players (Spearman’s rho):"
        f" {escape(told)}.</p>"
    )


def _ticket_summary(study: Study) -> str:
    told = ", ".join(f"{name} {value:g}" for name, value in _rounded(study).items())
    return f"<p>Ticket values: {escape(told)}.</p>"


def _rounded(study: Study) -> dict[str, float]:
    return {name: round(value, 2) for name, value in study.structure.summary().items()}


def _ticket_table(study: Study) -> str:
    sample = study.samples[0]
    counts = {count.ticket: count for count in sample.tickets}
    rows: list[tuple[str, ...]] = [
        (
            "ticket",
            "points",
            "trains",
            "ways",
            "in all",
            "turns",
            "a turn",
            "kept",
            "made",
            "won when held",
            "margin",
        ),
    ]
    for facts in sorted(study.structure.tickets, key=lambda f: -f.per_turn):
        count = counts[facts.ticket.id]
        low, high = facts.totals
        rows.append(
            (
                pair(facts.ticket),
                str(facts.ticket.points),
                str(facts.trains),
                str(len(facts.ways)),
                str(high) if low == high else f"{low}–{high}",
                f"{facts.turns:.1f}",
                f"{facts.per_turn:.2f}",
                f"{count.kept / count.offered:.0%}" if count.offered else "–",
                f"{count.made / count.held:.0%}" if count.held else "–",
                f"{count.won:.0%}" if count.held else "–",
                f"{count.margin:+.0f}" if count.held else "–",
            )
        )
    return (
        f"<p>By the map alone, then from the games with {sample.players} players. “In all” is the"
        " ticket with the route points of a shortest way; “kept” is of those offered at the"
        " opening.</p>" + _table(rows)
    )


def _ratings(study: Study) -> Iterator[str]:
    for result in study.styles:
        yield f"<h3>{result.players} players, {result.games:,} games</h3>"
        yield _table(rating_rows(result))


def _maximum(study: Study) -> str:
    summit = study.summit
    prizes = f" and {summit.prizes} by prizes" if summit.prizes else ""
    return (
        f"<p>{summit.total} points with {summit.trains} trains: {summit.route_points} by routes,"
        f" {summit.ticket_points} by {len(summit.tickets)} tickets{prizes}. Found by a search, so"
        " there may be more; prizes that depend on rivals are left out.</p>"
    )


def _closing(study: Study) -> str:
    return (
        f"<footer><p>Made by Whistlestop {escape(__version__)} with seed {escape(str(study.seed))}."
        " The pictures lie in the folder <code>pictures</code>, the data in <code>data</code>."
        "</p></footer>"
    )
