"""The forms of those parts of a view that have a shape of their own.

Of offers and pools everybody knows some and their own seat more: the public part is the same in all
views of a ply, and the own part (`offers`, `drawn`) makes it whole. Scores name players by their
seat, legal actions are their numbers on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import GenericAlias
from typing import Any

from whistlestop.engine.knowledge.forms import (
    CardCounts,
    Form,
    Growth,
    Plain,
    facts,
    function,
    object_of,
    own,
    public,
    read_by,
    reading,
    rows_of,
)
from whistlestop.engine.legal import Legal
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.reading import made
from whistlestop.model.board import Board
from whistlestop.model.score import Score, ScoreItem, SeatScore

# What a seat's score has beside items, tickets, routes and cities, which have forms of their own.
_SCORED = ("seat", "longest_trail", "stations_built", "total", "winner")


def players_form(kind: type[Any]) -> Form:
    """One object for each seat, which is its place. News are the players who are others now."""
    one = object_of(kind)
    write = function("board, x", one.expression(sent=True).replace("$", "x"), [one])
    read = function("board, x", reading(facts(kind, "public"), "x"), [one])

    def news(board: Board, before: tuple[Any, ...], now: tuple[Any, ...]) -> dict[int, Any]:
        both = enumerate(zip(now, before, strict=True))
        return {seat: write(board, a) for seat, (a, b) in both if a is not b}

    def join(known: list[Any], more: Mapping[int, Any]) -> list[Any]:
        return [more.get(seat, one) for seat, one in enumerate(known)]

    def read_all(board: Board, said: list[Plain]) -> tuple[Any, ...]:
        return tuple([made(kind, {"seat": i, **read(board, x)}) for i, x in enumerate(said)])

    growth = Growth("by_place", GenericAlias(dict, (int, kind)), news, join)
    names = {**one.names, "read_players": read_all}
    ways = one.write, one.expression(sent=True)
    write_all, sent = (f"[{way.replace('$', 'x')} for x in $]" for way in ways)
    plain = GenericAlias(list, kind)
    return Form(plain, write_all, "read_players(board, $)", [], growth, names, sent)


def draws_form(kind: type[Any]) -> dict[str, Any]:
    """Offers of tickets as rows; the own ones with their tickets and the places kept besides."""

    def read(board: Board, plain: Plain) -> tuple[Any, ...]:
        seat, offers = plain.get("seat"), iter(plain.get("offers", ()))
        draws = []
        for whose, offered, kept in plain["draws"]:
            tickets, places = next(offers) if whose == seat else (None, None)
            values = {"seat": whose, "offered": offered, "kept": kept}
            values["tickets"] = None if tickets is None else tuple(tickets)
            values["places"] = None if places is None else tuple(places)
            draws.append(made(kind, values))
        return tuple(draws)

    write = "[(x.tickets, x.places) for x in $ if x.tickets is not None]"
    offers = Form(list[tuple[list[str], list[int] | None]], write, empty=[])
    return public(rows_of(kind)) | own(offers, "offers") | read_by(read)


def pools_form(kind: type[Any]) -> dict[str, Any]:
    """Pools as everybody can tell, and what the viewer itself drew blind out of each."""

    def read(board: Board, plain: Plain) -> tuple[Any, ...]:
        pools, mine = plain["pools"], plain.get("drawn")
        both = zip(pools, [()] * len(pools) if mine is None else mine, strict=True)
        parts = [(_without(cards, out), tuple(drawn), tuple(out)) for (cards, drawn), out in both]
        return tuple([made(kind, {"cards": x, "drawn": y, "own": z}) for x, y, z in parts])

    write, names = "[(counted(x.cards, x.own), [*x.drawn]) for x in $]", {"counted": _with}
    everybody = Form(list[tuple[dict[str, int], list[int]]], write, empty=[], names=names)
    drawn = Form(list[list[str]], "[[*x.own] for x in $]", sent="[x.own for x in $]")
    return public(everybody) | own(drawn, "drawn") | read_by(read)


def _with(cards: Mapping[str, int], more: tuple[str, ...]) -> dict[str, int]:
    counts = {**cards}
    for card in more:
        counts[card] = counts.get(card, 0) + 1
    return counts


def _without(cards: Mapping[str, int], out: list[str]) -> CardCounts:
    left = {card: count - out.count(card) for card, count in cards.items()}
    return CardCounts({card: count for card, count in left.items() if count})


def _read_legal(board: Board, plain: Plain) -> Legal:
    return Legal(codec_for(board, len(plain["players"])), plain.get("legal", ()))


def _write_score(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    seats = [_write_seat(seat) for seat in score.seats]
    return {"seats": seats, "winners": [*score.winners], "decided_by": score.decided_by}


def _write_seat(seat: SeatScore) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in _SCORED} | {
        "items": [{"name": x.name, "points": x.points, "count": x.count} for x in seat.parts],
        "tickets": [(ticket.id, made) for ticket, made in seat.tickets],
        "trail": [route.id for route in seat.trail],
        "borrowed": [(city.id, route.id) for city, route in seat.borrowed],
    }


def read_score(board: Board, plain: Plain) -> Score | None:
    """The final score, if the game is over."""
    said, names = plain.get("score"), [player["name"] for player in plain["players"]]
    if said is None:
        return None
    seats = tuple([_read_seat(board, names[seat["seat"]], seat) for seat in said["seats"]])
    return Score(seats, tuple(said["winners"]), said["decided_by"])


def _read_seat(board: Board, name: str, said: Plain) -> SeatScore:
    routes, cities = board.route_by_id, board.city_by_id
    titles = {bonus.name: bonus.label.get("en", "") for bonus in board.bonuses}
    read: dict[str, Any] = {
        "name": name,
        "parts": tuple(ScoreItem(**x, label=titles.get(x["name"], "")) for x in said["items"]),
        "tickets": tuple((board.ticket_by_id[ticket], made) for ticket, made in said["tickets"]),
        "trail": tuple(routes[route] for route in said["trail"]),
        "borrowed": tuple((cities[city], routes[route]) for city, route in said["borrowed"]),
    }
    return SeatScore(**{name: said[name] for name in _SCORED}, **read)


LEGAL = own(Form(list[int], "[*$.codes]", empty=[], sent="Raw($.codes_json())")) | read_by(
    _read_legal
)
SCORE = public(Form(Score | None, "write_score($)", names={"write_score": _write_score})) | read_by(
    read_score
)
