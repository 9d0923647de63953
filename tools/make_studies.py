"""Studies the boards and writes docs/studies: a page for each with its pictures, and an index.

    python -m tools.make_studies --games 500

Games are kept in build/studies; a run that was interrupted goes on there. Every sentence, number
and picture of the pages comes from the games, nothing is written by hand but the headings.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill

from whistlestop.lab.intervals import mean
from whistlestop.lab.runs.results_file import code_digest
from whistlestop.lab.show.plots import LIGHT
from whistlestop.lab.show.text_tables import markdown, rating_rows
from whistlestop.lab.study import Study, study
from whistlestop.lab.study.charts import charts_of
from whistlestop.lab.study.findings import findings
from whistlestop.lab.study.heat import heat_svg
from whistlestop.lab.study.maps import maps_of
from whistlestop.lab.study.page import HANDICAPS, caption, summary_words, ticket_words
from whistlestop.lab.study.rows import handicap_rows, overview_rows, ticket_rows

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "studies"
RESULTS = ROOT / "build" / "studies"
BOARDS = ("usa:classic", "europe", "new-york", "london")
SEED = 1
MANY = 4
"""Players on the second map of claims."""


def main() -> None:
    """Study every board asked for and write its page, then the page that lists them."""
    options = _options()
    RESULTS.mkdir(parents=True, exist_ok=True)
    PAGES.mkdir(parents=True, exist_ok=True)
    studies = []
    for name in options.boards:
        print(f"{name} ...", flush=True)
        made = study(
            name,
            games=options.games,
            seed=SEED,
            workers=options.workers,
            results=RESULTS / f"{_slug(name)}.jsonl",
            any_code=options.any_code,
        )
        pictures = _draw(made)
        text = page(made, options.games, pictures)
        (PAGES / f"{_slug(name)}.md").write_text(text, encoding="utf-8")
        studies.append(made)
    (PAGES / "index.md").write_text(index(studies, options.any_code), encoding="utf-8")
    print(f"wrote {len(studies)} pages in {PAGES.relative_to(ROOT)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games for each number of players")
    parser.add_argument("--boards", nargs="*", default=BOARDS)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--any-code", action="store_true", help="count games of older code too")
    return parser.parse_args()


def _slug(board: str) -> str:
    return board.replace(":", "-")


def _draw(made: Study) -> dict[str, str]:
    """Write the pictures, and tell what each shows by the name of its file."""
    folder = PAGES / _slug(made.board.name)
    folder.mkdir(exist_ok=True)
    told = {}
    for name, draw in charts_of(made).items():
        draw(made, LIGHT, folder / f"{name}.svg")
        told[name] = caption(name)
    for name, heat in maps_of(made).items():
        if name.startswith("routes") and name not in _claim_maps(made):
            continue
        (folder / f"{name}.svg").write_text(heat_svg(made.board, heat), encoding="utf-8")
        told[name] = f"{heat.title}."
    return told


def _claim_maps(made: Study) -> list[str]:
    """The maps of claims that are shown: with the fewest players, and with four."""
    counts = [sample.players for sample in made.samples]
    return [f"routes-{n}" for n in dict.fromkeys((counts[0], min(counts[-1], MANY)))]


def page(made: Study, games: int, pictures: dict[str, str]) -> str:
    """The page of one study."""
    said = {name: _bullets(sentences) for name, sentences in findings(made).items()}
    slug = _slug(made.board.name)
    styles = sorted(name for name in pictures if name.startswith("styles"))

    def shown(*names: str) -> str:
        return "\n\n".join(f"![{pictures[name]}]({slug}/{name}.svg)" for name in names)

    parts = [
        _opening(made, games),
        f"## Games\n\n{said['games']}",
        _table(overview_rows(made)),
        shown("scores"),
        f"## Contested routes\n\n{said['routes']}",
        shown(*_claim_maps(made), "demand"),
        f"## Tickets\n\n{said['tickets']}\n\n{summary_words(made)}",
        shown("tickets"),
        f"{ticket_words(made)}\n\n{_table(ticket_rows(made))}",
        f"## Cities\n\n{said['cities']}",
        shown("cities"),
        f"## Seats\n\n{said['seats']}",
        shown("seats"),
        f"{HANDICAPS}\n\n{_table(handicap_rows(made))}",
        f"## Styles\n\n{said['styles']}",
        shown(*styles),
        *(_ratings(made)),
        f"## The most points possible\n\n{said['maximum']}",
        shown("maximum"),
    ]
    return "\n\n".join(parts) + "\n"


def _opening(made: Study, games: int) -> str:
    board = made.board
    pairs = len(made.samples[0].routes)
    spaces = sum(route.length for route in board.routes)
    counts = f"{made.samples[0].players} to {made.samples[-1].players}"
    facts = (
        f"`{board.name}` has {len(board.cities)} cities, {pairs} pairs of them joined by"
        f" {len(board.routes)} routes of {spaces} spaces, and {len(board.tickets)} tickets; each"
        f" player has {board.rules.trains} trains. The bot `{made.bot}` played itself here in at"
        f" least {games:,} games with each number of players from {counts}, and all quick bots met"
        " each other for the table of styles. What follows is made from those games alone:"
    )
    return f"""# {board.title}

{fill(facts, 100)}

<!-- not run: takes minutes -->
```console
$ whistlestop study {board.name} --games {games} --seed {made.seed} --to {_slug(board.name)}
```

It says how *bots* play this board. Where people play otherwise, its figures are otherwise too."""


def _bullets(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)


def _table(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(markdown(rows))


def _ratings(made: Study) -> Iterator[str]:
    for result in made.styles:
        head = f"Ratings in Elo with {result.players} players, {result.games:,} games:"
        yield f"{head}\n\n{_table(rating_rows(result))}"


def index(studies: Sequence[Study], any_code: bool) -> str:
    """The page that lists all studies."""
    code = "of several versions, the last of them " if any_code else ""
    return f"""# Boards under study

What many games say about each board, with pictures for slides. The pages are made by a command and
hold nothing that was not played or counted:

<!-- not run: takes a quarter of an hour -->
```console
$ python -m tools.make_studies --games 500
```

{_table(_comparison(studies))}

Points, turns, tickets and the share of wins of the first seat are with two players, means over all
games. `rho` tells how alike cities rank between two and four players by how many players use them.
The most points are those of the best network that a search found. [The lab](../lab.md) explains
how all of it is counted. Played by code {code}`{code_digest()}`.
"""


def _comparison(studies: Sequence[Study]) -> list[tuple[str, ...]]:
    head = (
        "board", "players", "points", "winner", "turns each", "tickets made", "first seat",
        "rho 2 and 4", "most points",
    )  # fmt: skip
    return [head, *map(_compared, studies)]


def _compared(made: Study) -> tuple[str, ...]:
    first = made.samples[0]
    seat = first.seats[0]
    rho = made.agreement.get((2, MANY))
    return (
        f"[{made.board.title}]({_slug(made.board.name)}.md)",
        f"{first.players} to {made.samples[-1].players}",
        f"{mean(first.totals):.1f}",
        f"{mean(first.winning):.1f}",
        f"{mean(first.turns):.1f}",
        f"{first.made:.0%}",
        f"{seat.won:.0%} ({seat.low:.0%} to {seat.high:.0%})",
        "" if rho is None else f"{rho:.2f}",
        str(made.maximum.total),
    )


if __name__ == "__main__":
    main()
