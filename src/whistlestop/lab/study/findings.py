"""What a study says, in sentences that a designer can use, each made from its figures.

A sentence names its numbers and says where they may well be chance. This module counts nothing
that the study does not hold, and no sentence is about one board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from whistlestop.lab.intervals import Z95, mean, quantile, rank_correlation
from whistlestop.lab.matches.ratings import Rating
from whistlestop.lab.matches.tournament import Tournament
from whistlestop.lab.show.text_tables import signed
from whistlestop.lab.study.counts import Sample, SeatCount, TicketCount
from whistlestop.lab.study.study import Study
from whistlestop.model.board import Route
from whistlestop.render.summary import listed, pair

SHOWN = 3
OFTEN, SELDOM = 0.9, 0.15
"""Shares of games in which a route is claimed nearly always, and hardly ever."""
ENOUGH = 20
"""Holders of a ticket without whom nothing is said about it."""
PART_NAMES = {
    "stations": "stations kept",
    "globetrotter": "most tickets made",
    "longest_trail": "the longest trail",
}
"""What a sentence calls an item of the score, where its title would not do."""
NO_STYLE = ("planner", "reference", "greedy")
"""Bots of the style matrix that are there for comparison."""


def findings(study: Study) -> dict[str, list[str]]:
    """Sentences by section, in the order of a page."""
    return {
        "games": list(_games(study)),
        "seats": list(seat_findings(study)),
        "routes": list(_routes(study)),
        "cities": list(_cities(study)),
        "tickets": list(_tickets(study)),
        "styles": list(_styles(study)),
        "maximum": list(_maximum(study)),
    }


def _games(study: Study) -> Iterator[str]:
    few, many = study.samples[0], study.samples[-1]
    more = f"; with {many.players} it is {mean(many.totals):.0f} and {mean(many.winning):.0f}"
    yield (
        f"With {few.players} players a player scores {mean(few.totals):.0f} points on average and"
        f" the winner {mean(few.winning):.0f}{more if many is not few else ''}."
    )
    yield f"With {few.players} players {_sources(few)}."
    low, high = quantile(few.turns, 0.05), quantile(few.turns, 0.95)
    yield (
        f"A player then has {mean(few.turns):.0f} turns; nine games in ten take {low:.0f} to"
        f" {high:.0f}."
    )
    if many is not few:
        yield _crowding(few, many)


def _sources(sample: Sample) -> str:
    whole = mean(sample.totals) or 1.0
    titles = ("routes", "tickets", *(PART_NAMES.get(b.name, b.title) for b in sample.board.bonuses))
    parts = [(name, part / whole) for name, part in zip(titles, sample.parts, strict=True)]
    told = [f"{share:.0%} from {name}" for name, share in parts if share >= 0.005]
    return f"the points come {listed(told)}" if told else "nobody scores"


def _crowding(few: Sample, many: Sample) -> str:
    error = sqrt(sum(s.made * (1 - s.made) / max(1, s.held) for s in (few, many)))
    drop = few.made - many.made
    why = "more rivals do not keep tickets from being made"
    if abs(drop) > Z95 * error:
        why = "rivals take routes that others need" if drop > 0 else "more tickets are safe ones"
    return (
        f"Of the tickets held {few.made:.0%} are made with {few.players} players and"
        f" {many.made:.0%} with {many.players}: {why}."
    )


def seat_findings(study: Study) -> Iterator[str]:
    """Which seats are better or worse than others, beyond chance."""
    even: list[str] = []
    for sample in study.samples:
        # Of two seats one says it all.
        told = sample.seats[:1] if sample.players == 2 else sample.seats
        clear = [seat for seat in told if seat.clear]
        if not clear:
            even.append(str(sample.players))
        for seat in clear:
            yield _seat(sample, seat)
    if even:
        yield f"With {listed(even)} players no seat stands out from chance."
    looked = sum(sample.players for sample in study.samples)
    yield f"These are {looked} seats; by luck alone about one in twenty would stand out."


def _seat(sample: Sample, seat: SeatCount) -> str:
    ahead = "better" if seat.handicap < 0 else "worse"
    return (
        f"With {sample.players} players seat {seat.seat + 1} is {ahead} than an even one: it wins"
        f" {seat.won:.0%} of the games ({seat.low:.0%} to {seat.high:.0%}) where"
        f" {1 / sample.players:.0%} is even, and {signed(seat.handicap)} points would make up for"
        f" it ({signed(seat.handicap_low)} to {signed(seat.handicap_high)})."
    )


def _routes(study: Study) -> Iterator[str]:
    few, many = study.samples[0], study.samples[-1]
    claimed = _claimed(study, few)
    hot = sorted(claimed, key=lambda route: -claimed[route])[:SHOWN]
    told = listed([f"{pair(route)} ({claimed[route]:.0%})" for route in hot])
    yield f"Claimed in most games with {few.players} players: {told}."
    yield _cold(study, many)
    narrow = [route for route in study.structure.contest if route.twin is None]
    narrow.sort(key=lambda route: -study.structure.contest[route])
    told = listed([f"{pair(r)} ({study.structure.contest[r]:.1f})" for r in narrow[:SHOWN]])
    yield f"Narrow places, one route only and on the shortest ways of most tickets: {told}."
    yield from _foretold(study, few, claimed)
    yield _early(study, few)


def _claimed(study: Study, sample: Sample) -> dict[Route, float]:
    return {study.board.route_by_id[count.route]: count.claimed for count in sample.routes}


def _cold(study: Study, many: Sample) -> str:
    claimed = _claimed(study, many)
    cold = sorted((r for r in claimed if claimed[r] < SELDOM), key=lambda route: claimed[route])
    if not cold:
        least = min(claimed, key=lambda route: claimed[route])
        return (
            f"No route lies idle: with {many.players} players even {pair(least)}, the one that is"
            f" wanted least, is claimed in {claimed[least]:.0%} of the games."
        )
    told = listed([f"{pair(route)} ({claimed[route]:.0%})" for route in cold[:5]])
    most = f"{len(cold)} routes, most of all " if len(cold) > 5 else ""
    return f"Hardly used even with {many.players} players: {most}{told}."


def _foretold(study: Study, sample: Sample, claimed: dict[Route, float]) -> Iterator[str]:
    contest = study.structure.contest
    idle = [route for route, count in contest.items() if not count]
    if idle:
        yield (
            f"{len(idle)} of {len(contest)} pairs of cities lie on no ticket's shortest way; with"
            f" {sample.players} players they are claimed in"
            f" {mean([claimed[r] for r in idle]):.0%} of the games, the others in"
            f" {mean([claimed[r] for r in contest if contest[r]]):.0%}."
        )
    order = list(contest)
    rho = rank_correlation([contest[r] for r in order], [claimed[r] for r in order])
    yield (
        "What tickets ask of the map foretells the claims"
        f" {'well' if rho > 0.7 else 'in part' if rho > 0.3 else 'poorly'}"
        f" (rank correlation {rho:.2f} over the pairs of cities)."
    )


def _early(study: Study, sample: Sample) -> str:
    early = [(c.when, c) for c in sample.routes if c.when is not None and c.claimed >= 0.1]
    early.sort(key=lambda item: item[0])
    names = [
        f"{pair(study.board.route_by_id[count.route])} ({when:.0%})"
        for when, count in early[:SHOWN]
    ]
    return f"Claimed earliest, by how much of the game had passed: {listed(names or ['none'])}."


def _cities(study: Study) -> Iterator[str]:
    few = study.samples[0]
    order = sorted(study.board.cities, key=lambda city: -few.reached[city.index])
    told = [f"{city.name} ({few.reached[city.index]:.0%})" for city in order]
    yield (
        f"With {few.players} players the network of a player most often touches"
        f" {listed(told[:SHOWN])}, least often {listed(told[-SHOWN:])}."
    )
    if study.agreement:
        yield _alike("by how many players use them", study.agreement)
        yield _alike("by the trains laid there", study.agreement_by_trains)


def _alike(measure: str, agreement: dict[tuple[int, int], float]) -> str:
    told = listed([f"{rho:.2f} for {a} and {b}" for (a, b), rho in agreement.items()])
    return f"Cities ranked {measure}, compared between numbers of players (Spearman's rho): {told}."


def _tickets(study: Study) -> Iterator[str]:
    facts = study.structure.by_worth
    names = [f"{pair(f.ticket)} ({f.per_turn:.1f})" for f in facts]
    yield (
        f"By the map alone, ticket and route points for a turn, {listed(names[:SHOWN])} promise"
        f" most and {listed(names[-SHOWN:])} least: the best pays"
        f" {facts[0].per_turn / facts[-1].per_turn:.1f} times the worst."
    )
    sample = study.samples[0]
    counts = [count for count in sample.tickets if count.held >= ENOUGH]
    if counts:
        yield from _fairness(study, sample, counts)


def _fairness(study: Study, sample: Sample, counts: Sequence[TicketCount]) -> Iterator[str]:
    def told(count: TicketCount) -> str:
        interval = f"{signed(count.low, 0)} to {signed(count.high, 0)}"
        return f"{_name(study, count)} ({signed(count.margin, 0)}, {interval})"

    good = sorted((c for c in counts if c.low > 0), key=lambda c: -c.margin)
    poor = sorted((c for c in counts if c.high < 0), key=lambda c: c.margin)
    for kind, found in (("ahead", good), ("behind", poor)):
        if found:
            yield (
                f"With {sample.players} players those who held one of {len(found)} tickets ended"
                f" {kind} by more than chance, most of all with {listed(map(told, found[:SHOWN]))}."
            )
    yield (
        f"These are {len(counts)} tickets; by luck alone about {len(counts) / 20:.0f} would stand"
        " out. Whoever holds a ticket has chosen it, so this is no proof that it is worth more."
    )
    hard = sorted(counts, key=lambda c: c.made / c.held)[:SHOWN]
    shares = [f"{_name(study, c)} ({c.made / c.held:.0%} of {c.held:,})" for c in hard]
    yield f"Missed most often: made were {listed(shares)}."
    refused = sorted((c for c in counts if c.offered >= ENOUGH), key=lambda c: c.kept / c.offered)
    if refused:
        shares = [f"{_name(study, c)} ({c.kept / c.offered:.0%})" for c in refused[:SHOWN]]
        yield f"Kept least often when offered at the opening: {listed(shares)}."


def _name(study: Study, count: TicketCount) -> str:
    return pair(study.board.ticket_by_id[count.ticket])


def _styles(study: Study) -> Iterator[str]:
    for result in study.styles:
        yield _best_styles(result)
    if len(study.styles) > 1:
        few, many = study.styles[0], study.styles[-1]
        names = [name for name in few.bots if name not in NO_STYLE and name in many.bots]
        if len(names) > 2:
            rho = rank_correlation(*([_elo(r, name) for name in names] for r in (few, many)))
            yield (
                f"The styles rank {'much the same' if rho > 0.8 else 'differently'} with"
                f" {few.players} and with {many.players} players (rank correlation {rho:.2f})."
            )


def _best_styles(result: Tournament) -> str:
    rated = sorted(result.ratings, key=lambda rating: -rating.elo)
    styles = [rating for rating in rated if rating.bot not in NO_STYLE] or rated
    told = [_rated(rating) for rating in (styles[0], styles[-1])]
    circles, triples = result.circles
    return (
        f"With {result.players} players the strongest style is {told[0]} and the weakest"
        f" {told[1]}, in Elo; {circles} of {triples} triples of bots beat each other in a circle."
    )


def _rated(rating: Rating) -> str:
    if rating.low == rating.high:  # the zero of the scale
        return f"{rating.bot} (the zero)"
    low, high = signed(rating.low, 0), signed(rating.high, 0)
    return f"{rating.bot} ({signed(rating.elo, 0)}, {low} to {high})"


def _elo(result: Tournament, bot: str) -> float:
    return next(rating.elo for rating in result.ratings if rating.bot == bot)


def _maximum(study: Study) -> Iterator[str]:
    maximum = study.maximum
    prizes = f" and {maximum.prizes} by prizes" if maximum.prizes else ""
    yield (
        f"{maximum.total} points with {maximum.trains} trains: {maximum.route_points} by routes,"
        f" {maximum.ticket_points} by {len(maximum.tickets)} tickets{prizes}. Found by a search, so"
        " there may be more; prizes that depend on rivals are left out."
    )
    best = max(max(sample.totals) for sample in study.samples)
    yield f"The highest score of any player in the games was {best}."
