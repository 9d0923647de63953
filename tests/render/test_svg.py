"""Pictures of boards and views: documents that say all things twice, in colour and in signs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tests.boards.tiny import TINY
from tests.render.seen import views
from whistlestop.boards.load import load_board, parse_board
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import GRAY, Board
from whistlestop.render import board_svg, view_svg
from whistlestop.render.art import SEAT_COLOURS, art, paint
from whistlestop.render.board_layer import FEET
from whistlestop.render.cartouche import cartouche_layer, cartouche_place
from whistlestop.render.geometry.drawing import drawing_of
from whistlestop.render.geometry.shapes import box, overlap
from whistlestop.render.outline import outline_of
from whistlestop.render.palette import fill_of, letters_of

pytestmark = pytest.mark.slow

BOARDS = (("usa", 5), ("europe", 3), ("new-york", 4), ("london", 2))
SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def titles(svg: str) -> list[str]:
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}title")]


def uses(svg: str) -> Counter[str]:
    return Counter(element.get("href", "") for element in parsed(svg).iter(f"{SVG}use"))


@pytest.fixture(params=[name for name, _ in BOARDS])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(str(request.param))


def test_a_board_names_all_its_cities_and_routes(board: Board) -> None:
    svg = board_svg(board)
    assert {city.name.split()[0] for city in board.cities} <= set(" ".join(texts(svg)).split())
    for route in board.routes:
        assert any(route.a.name in t and route.b.name in t for t in titles(svg))


def test_every_coloured_space_has_the_symbol_of_its_colour(board: Board) -> None:
    """Colour is never the only sign; where a ferry shows its engine there is no colour to tell."""
    shown = uses(board_svg(board))
    wanted = Counter[str]()
    for route in board.routes:
        if route.colour != GRAY:
            wanted[f"#ws-symbol-{route.colour}"] += route.length - route.ferry
    assert {k: n for k, n in shown.items() if "symbol" in k} == dict(wanted)
    symbols = [art()["symbols"][colour] for colour in board.colours]
    assert len(set(symbols)) == len(symbols)


def test_a_colour_without_a_symbol_shows_its_letter() -> None:
    board = parse_board(TINY.replace('"red"', '"kobalt"'), "tiny.toml")
    letters = letters_of(board.colours)
    assert len(set(letters.values())) == len(board.colours)
    lengths = sum(route.length for route in board.routes if route.colour == "kobalt")
    assert lengths
    assert texts(board_svg(board)).count(letters["kobalt"]) == lengths


def test_ferries_show_as_many_engines_as_they_need_locomotives(board: Board) -> None:
    assert uses(board_svg(board))["#ws-engine"] == sum(route.ferry for route in board.routes)


def test_every_space_of_a_tunnel_is_outlined(board: Board) -> None:
    shown = uses(board_svg(board))
    tunnels = [route for route in board.routes if route.tunnel]
    slots = sum(n for name, n in shown.items() if name.startswith("#ws-slot-") and "tunnel" in name)
    assert slots == sum(route.length for route in tunnels)
    assert shown["#ws-mouth"] == 2 * len(tunnels)


def test_attractions_and_districts_are_marked(board: Board) -> None:
    svg = board_svg(board)
    assert sum("an attraction" in t for t in titles(svg)) == sum(c.attraction for c in board.cities)
    districts = Counter(str(c.district) for c in board.cities if c.district)
    on_cities = [e for e in parsed(svg).iter(f"{SVG}text") if "on-city" in e.get("class", "")]
    assert Counter(e.text for e in on_cities) == districts


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_every_view_is_a_whole_document_with_title_and_description(name: str, players: int) -> None:
    for view in views(name, players):
        root = parsed(view_svg(view))
        assert root.find(f"{SVG}title") is not None
        assert view.players[0].name in (root.findtext(f"{SVG}desc") or "")
        assert root.get("role") == "img"


def test_the_views_drawn_here_reach_every_phase() -> None:
    phases = {view.phase for name, players in BOARDS for view in views(name, players)}
    assert phases == {"opening", "turn", "second card", "tickets", "tunnel", "over"}


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_a_picture_needs_nothing_from_elsewhere(name: str, players: int) -> None:
    for view in views(name, players)[-players:]:
        svg = view_svg(view)
        addresses = set(re.findall(r"https?://[^\"\s]*", svg))
        assert addresses == {"http://www.w3.org/2000/svg"}
        defined = set(re.findall(r' id="([^"]*)"', svg))
        assert {target.removeprefix("#") for target in uses(svg)} <= defined


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_claimed_routes_carry_wagons_of_their_owner(name: str, players: int) -> None:
    for view in views(name, players)[::7]:
        lengths, heads = Counter[int](), Counter[int]()
        for route, owner in zip(view.board.routes, view.owners, strict=True):
            if owner is not None:
                lengths[owner] += route.length
                heads[owner] += 1
        shown = uses(view_svg(view))
        for seat in range(players):
            pieces = {p: shown[f"#ws-{p}-{seat}"] for p in art()["pieces"]}
            assert sum(pieces.values()) == lengths[seat]
            leads = view.board.labels["train"] == "train"
            assert pieces["locomotive"] == (heads[seat] if leads else 0)


def test_a_cartouche_covers_nothing_and_says_what_routes_are_worth(board: Board) -> None:
    place = cartouche_place(board)
    if place is None:
        assert 'class="cartouche"' not in board_svg(board)
        return
    x, y, size = place
    plate = box(x, y, 180 * size, 78.6 * size)
    drawing, outline = drawing_of(board), outline_of(board)
    things = [*(space.shape for space in drawing.all_spaces()), *drawing.discs]
    things += [label.shape for label in drawing.labels]
    things += [name.shape for name in (outline.names if outline else ())]
    things += [box(a - 14.7, b - 13.35, 29.4, 26.7) for a, b in filter(None, drawing.stations)]
    assert not any(overlap(plate, thing) for thing in things)
    assert x + 180 * size <= board.width
    assert y + 78.6 * size <= board.height
    lengths = sorted({route.length for route in board.routes})
    said = [text for text in texts(cartouche_in_svg(board)) if text.isdigit()]
    assert said == [str(n) for length in lengths for n in (length, board.rules.points[length])]


def cartouche_in_svg(board: Board) -> str:
    return f'<svg xmlns="{SVG[1:-1]}">{cartouche_layer(board)}</svg>'


def test_the_large_boards_have_room_for_a_cartouche() -> None:
    assert cartouche_place(load_board("usa"))
    assert cartouche_place(load_board("europe"))


def test_seats_differ_in_colour_and_in_mark() -> None:
    roofs = {paint(f"seat-{colour}-roof") for colour in SEAT_COLOURS}
    assert len(roofs) == len(set(art()["marks"].values())) == 5


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_all_words_stand_on_the_picture(name: str, players: int) -> None:
    """No text of the panel starts beyond the right or lower edge."""
    for view in views(name, players)[::5]:
        root = parsed(view_svg(view))
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        for x, y in places_of_texts(root):
            assert 0 <= x <= width
            assert 0 <= y <= height


def places_of_texts(
    element: ElementTree.Element, x: float = 0.0, y: float = 0.0
) -> list[tuple[float, float]]:
    """Where texts start; only moves are followed, which is all that panels and labels use."""
    move = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    if move:
        x, y = x + float(move[1]), y + float(move[2])
    elif element.get("transform"):
        return []
    found = [(x + float(element.get("x", 0)), y + float(element.get("y", 0)))]
    inner = [place for child in element for place in places_of_texts(child, x, y)]
    return (found if element.tag == f"{SVG}text" else []) + inner


def test_a_spectator_sees_no_hand_and_no_tickets() -> None:
    for view in views("europe", 3):
        if view.seat is None and not view.over:
            svg = view_svg(view)
            assert not any(t.startswith(("Hand", "Tickets", "Offered")) for t in texts(svg))
            assert "seen by a spectator" in svg


def middle_view() -> View:
    return next(v for v in views("usa", 5) if v.seat == 1 and v.phase == "turn" and v.ply > 40)


def test_the_panel_shows_market_hand_tickets_and_players() -> None:
    view = middle_view()
    shown = texts(view_svg(view))
    assert f"Hand of {sum(view.hand.values())}" in shown
    assert Counter(t for t in shown if t.startswith("×")) == Counter(
        f"×{n}" for n in view.hand.values() if n
    )
    for ticket in view.tickets:
        assert f"{ticket.a.name} – {ticket.b.name}" in shown
    for player in view.players:
        assert player.name in shown
        assert str(player.points) in shown
    assert any(t.startswith(f"deck {view.pile} ") for t in shown)


def test_a_ticket_joined_by_own_routes_is_marked_complete() -> None:
    view = middle_view()
    none = replace(view, owners=(None,) * len(view.owners))
    every = replace(view, owners=(view.seat,) * len(view.owners))
    assert titles(view_svg(none)).count("complete") == 0
    assert titles(view_svg(none)).count("open") == len(view.tickets)
    assert titles(view_svg(every)).count("complete") == len(view.tickets)


def test_the_cities_of_open_tickets_are_filled() -> None:
    view = middle_view()
    none = replace(view, owners=(None,) * len(view.owners))
    cities = {city for ticket in view.tickets for city in (ticket.a, ticket.b)}
    assert view_svg(none).count('class="goal"') == len(cities)
    every = replace(view, owners=(view.seat,) * len(view.owners))
    assert view_svg(every).count('class="goal"') == 0


def test_a_closed_side_of_a_double_route_is_faint() -> None:
    """C7: with few players a claimed side closes the other one."""
    for players, faint in ((2, 1), (3, 1), (4, 0)):
        game = Game("usa", players=players, seed=1)
        view = game.view(None)
        double = next(r for r in view.board.routes if r.twin is not None)
        owners = tuple(0 if r == double else None for r in view.board.routes)
        svg = view_svg(replace(view, owners=owners))
        assert svg.count('class="closed"') == faint
        assert sum(t.endswith(", closed") for t in titles(svg)) == faint


def test_stations_show_their_owner() -> None:
    view = Game("europe", players=["Ann", "Bob"], seed=1).view(0)
    owners = tuple(1 if c.id == "paris" else None for c in view.board.cities)
    assert "Paris, station of Bob" in titles(view_svg(replace(view, station_owners=owners)))


def test_a_station_stands_on_its_place_beside_the_city() -> None:
    view = Game("europe", players=["Ann", "Bob"], seed=1).view(0)
    paris = view.board.city_by_id["paris"]
    owners = tuple(1 if c == paris else None for c in view.board.cities)
    svg = view_svg(replace(view, station_owners=owners))
    assert paris.station is not None
    group = svg[svg.index("Paris, station of Bob") :].partition("#ws-station-1")[0]
    assert "#ws-city-plain" in group, "the city's disc stays"
    across, down = map(float, re.findall(r"translate\((\S+) (\S+)\)", group)[-1])
    assert across == pytest.approx(paris.station[0], abs=0.06)
    assert down == pytest.approx(paris.station[1] + FEET, abs=0.06)


def test_the_last_round_and_the_winner_are_told() -> None:
    seen = views("europe", 3)
    last = next(v for v in seen if v.turns_left is not None and not v.over)
    assert any("last round" in t for t in texts(view_svg(last)))
    over = seen[-1]
    assert over.score is not None
    assert any("win" in t for t in texts(view_svg(over)))
    for seat in over.score.seats:
        assert str(seat.total) in texts(view_svg(over))


def test_names_of_players_are_escaped_and_cut() -> None:
    names = ["<b>&\"'", "A name so long that it cannot fit, or so"]
    svg = view_svg(Game("new-york", players=names, seed=1).view(0))
    assert names[0] in texts(svg)
    assert any(t.startswith("A name so") and t.endswith("…") for t in texts(svg))


def test_an_empty_slot_of_the_market_is_outlined() -> None:
    view = Game("usa", players=2, seed=1).view(0)
    svg = view_svg(replace(view, market=("red", None, None, "blue", "green")))
    assert svg.count('class="slot"') == 2


def test_a_homemade_board_draws_without_positions() -> None:
    board = parse_board(TINY, "tiny.toml")
    assert "Tiny" in titles(board_svg(board))
    assert "wagons" in texts(view_svg(Game(board, players=2, seed=1).view(0)))


def test_colours_of_homemade_boards_get_paint_and_letters_of_their_own() -> None:
    colours = ("black", "blue", "brown", "beige", "kobalt")
    assert len(set(letters_of(colours).values())) == len(colours)
    assert fill_of("kobalt").startswith("hsl(")
