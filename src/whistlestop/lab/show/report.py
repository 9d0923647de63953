"""A simulation as text for people: who won, by how much, and what the games were like."""

from __future__ import annotations

from collections.abc import Mapping

from whistlestop.lab.games.results import Simulation, Standing
from whistlestop.lab.show.text_tables import failure_lines, table

_HEAD = ("bot", "wins", "share", "95 % interval", "score", "sd", "tickets made / held")


def report(result: Simulation) -> str:
    """What `print` shows of a simulation."""
    lines = [_title(result), ""]
    lines += table([_HEAD, *(_row(standing) for standing in result.standings)])
    lines += ["", *_lengths(result), *_failures(result)]
    lines += [f"note: {note}" for note in result.notes]
    return "\n".join(lines)


def _title(result: Simulation) -> str:
    count = len(result.games)
    seats = "seats rotated" if result.rotate else "seats fixed"
    games = f"{count:,} game{'s' * (count != 1)}"
    return f"{result.board}: {games}, {len(result.bots)} players, {seats}, seed {result.seed}"


def _row(standing: Standing) -> tuple[str, ...]:
    shared = f" + {standing.shared} shared" if standing.shared else ""
    return (
        standing.bot,
        f"{standing.wins}{shared}",
        f"{standing.rate:.1%}",
        f"{standing.low:.1%} to {standing.high:.1%}",
        f"{standing.score:.1f}",
        f"{standing.deviation:.1f}",
        f"{standing.completed:.2f} / {standing.tickets:.2f}",
    )


def _lengths(result: Simulation) -> list[str]:
    (plies, plies_sd), (turns, turns_sd) = result.plies, result.turns
    each = turns / len(result.bots)
    return [
        f"length   {turns:.1f} turns (sd {turns_sd:.1f}, {each:.1f} a player),"
        f" {plies:.1f} plies (sd {plies_sd:.1f})",
        f"ended    {_counted(result.ended())}",
        f"decided  {_counted(result.decided_by())}",
        f"speed    {result.speed:,.1f} games a second{_cost(result)}",
    ]


def _cost(result: Simulation) -> str:
    """How long the bots thought, if anybody measured it."""
    pairs = zip(result.bots, result.cost, strict=False)
    costs = [f"{bot} {_milliseconds(cost)}" for bot, cost in pairs if cost is not None]
    return f"; a decision took {', '.join(costs)}" if costs else ""


def _milliseconds(seconds: float) -> str:
    """Three digits, and more only where they are whole milliseconds."""
    thousandths = 1e3 * seconds
    return f"{thousandths:,.0f} ms" if thousandths >= 100 else f"{thousandths:.3g} ms"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items())


def _failures(result: Simulation) -> list[str]:
    if not result.failures:
        return []
    lines = failure_lines([str(failed) for failed in result.failures])
    position = result.failures[0].failure.position.splitlines()
    return [*lines, "the first of these positions:", *(f"  {line}" for line in position)]
