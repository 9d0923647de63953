"""A study as a folder: one page that needs nothing else, its pictures, and its data.

The page holds its maps and charts itself and follows the reader's light or dark theme; the same
pictures lie beside it as SVG and PNG for slides, the data as JSON and Parquet for programs.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from whistlestop._version import __version__
from whistlestop.boards.graph import one_side
from whistlestop.lab.data.tables import Row, seat_rows, write_parquet
from whistlestop.lab.errors import not_written
from whistlestop.lab.extras import needed
from whistlestop.lab.runs.run import Progress
from whistlestop.lab.show.plots import DARK, LIGHT
from whistlestop.lab.show.text_tables import rating_rows
from whistlestop.lab.study.charts import charts_of
from whistlestop.lab.study.findings import findings
from whistlestop.lab.study.heat import NARROW, HeatMap, heat_svg
from whistlestop.lab.study.maps import draw_map, maps_of
from whistlestop.lab.study.rows import handicap_rows, overview_rows, ticket_rows
from whistlestop.lab.study.study import Study
from whistlestop.lab.study.style import STYLE


def write_study(study: Study, folder: str | Path, progress: Progress | None = None) -> Path:
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
        raise not_written(target, error) from None
    return page


def _charts(study: Study, folder: Path, progress: Progress | None) -> dict[str, str]:
    """Every chart as files, and as an element for the page."""
    found = {}
    drawing = charts_of(study)
    for number, (name, draw) in enumerate(drawing.items(), 1):
        draw(study, LIGHT, folder / f"{name}.png", folder / f"{name}.svg")
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
        f'<img src="{_inline(light)}" alt="{escape(caption(name))}">'
        "</picture>"
    )


def _inline(path: Path) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(path.read_bytes()).decode()}"


def _maps(study: Study, folder: Path) -> dict[str, tuple[HeatMap, str]]:
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
    games: list[Row] = []
    for sample in study.samples:
        names, count = [study.bot] * sample.players, sample.players
        games += seat_rows(sample.games, names, board=study.board.name, players=count)
    write_parquet(folder / "games.parquet", games)
    for name in ("tickets", "routes", "seats"):
        samples = facts["players"]
        rows = [{"players": each["players"], **row} for each in samples for row in each[name]]
        write_parquet(folder / f"{name}.parquet", rows)


CAPTIONS = {
    "scores": "Points and length of games by number of players; dots are medians, thick lines the"
    " middle half.",
    "seats": "Games won by seat with 95 % intervals; dashes mark an even share.",
    "cities": "The share of players whose network touches a city, by number of players.",
    "tickets": "Points for a turn that each ticket promises by the map alone, and the margin of"
    " those who held it with its 95 % interval.",
    "styles": "Games won by the bot of the row against the bot of the column.",
}
HANDICAPS = (
    "Points that would make up for a seat, where it is more than chance: plus for a seat that is"
    " worse than the others."
)


def caption(name: str) -> str:
    """What a chart shows; those of styles differ only in the number of players."""
    return CAPTIONS[name.partition("-")[0]]


def summary_words(study: Study) -> str:
    """The ticket values in a sentence."""
    values = study.structure.summary().items()
    return f"Ticket values: {', '.join(f'{name} {round(value, 2):g}' for name, value in values)}."


def ticket_words(study: Study) -> str:
    """What the columns of the ticket table mean."""
    return (
        f"By the map alone, then from the games with {study.samples[0].players} players. “In all”"
        " is the ticket with the route points of a shortest way; “turns” half a turn for a card and"
        " one for a claim; “kept” is of those offered at the opening; “margin” is points ahead of"
        " the best rival."
    )


def page_html(study: Study, charts: dict[str, str], maps: dict[str, tuple[HeatMap, str]]) -> str:
    """The whole page, with charts and maps inside it."""
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
    pairs = len(one_side(board.routes))
    spaces = sum(route.length for route in board.routes)
    return (
        f"<p class=lead>What {games:,} games of the bot <b>{escape(study.bot)}</b> against itself"
        f" say about {escape(board.title)}: {len(board.cities)} cities, {pairs} pairs of them with"
        f" {len(board.routes)} routes of {spaces} spaces, {len(board.tickets)} tickets.</p>"
    )


def _sections(
    study: Study, charts: dict[str, str], maps: dict[str, tuple[HeatMap, str]]
) -> Iterator[str]:
    said = {name: _said(sentences) for name, sentences in findings(study).items()}
    scores, seats = _figure(charts, "scores"), _figure(charts, "seats")
    yield _section("Games", said["games"], _table(overview_rows(study)), scores)
    handicaps = f"<p>{HANDICAPS}</p>{_table(handicap_rows(study))}"
    yield _section("Seats", said["seats"], handicaps, seats)
    yield _section("Contested routes", said["routes"], _contest(study, maps))
    yield _section("Cities", said["cities"], _figure(charts, "cities"))
    yield _section(
        "Tickets",
        said["tickets"],
        f"<p>{summary_words(study)}</p>",
        _figure(charts, "tickets"),
        f"<p>{escape(ticket_words(study))}</p>",
        _table(ticket_rows(study)),
    )
    if study.styles:
        drawn = "".join(_figure(charts, name) for name in charts if name.startswith("styles"))
        yield _section(
            "Styles", said["styles"], f'<div class="narrow">{drawn}</div>', *_ratings(study)
        )
    yield _section("The most points possible", said["maximum"], _map(*maps["maximum"]))


def _said(sentences: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"


def _contest(study: Study, maps: dict[str, tuple[HeatMap, str]]) -> str:
    drawn = "".join(_map(heat, svg) for name, (heat, svg) in maps.items() if name != "maximum")
    return f'<div class="narrow">{drawn}</div>' if study.board.width < NARROW else drawn


def _map(heat: HeatMap, svg: str) -> str:
    return _framed(svg, heat.title)


def _figure(charts: dict[str, str], name: str) -> str:
    return _framed(charts[name], caption(name))


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def _framed(inside: str, told: str) -> str:
    """A picture that is scrolled on a screen too narrow to read it."""
    picture = f'<div class="scroll" tabindex="0">{inside}</div>'
    return f"<figure>{picture}<figcaption>{escape(told)}</figcaption></figure>"


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


def _ratings(study: Study) -> Iterator[str]:
    for result in study.styles:
        yield f"<h3>{result.players} players, {result.games:,} games</h3>"
        yield _table(rating_rows(result))


def _closing(study: Study) -> str:
    return (
        f"<footer><p>Made by Whistlestop {escape(__version__)} with seed {escape(str(study.seed))}."
        " The pictures lie in the folder <code>pictures</code>, the data in <code>data</code>."
        "</p></footer>"
    )
