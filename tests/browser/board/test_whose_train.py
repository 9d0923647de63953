"""Whose train is it: pictures of mid-games, seen with normal eyes, colour-blind ones and in grey.

Measured on pictures of the library with 30 pixels for a space, which is about what a page of 1440
pixels shows; the page draws the same shapes (`test_the_page_draws_what_the_library_draws`).

- Claimed or not: of every space, 1.0 by 0.4, at least 35 % of the points become three times lighter
  or darker. The rest are rims, marks and windows, as light as what they cover.
- Whose: of every space, at least 8 % of the points are twice as light for one owner as for the
  other: the mark and the livery, which are shapes.

Every space that is claimed in the middle of a game is looked at with every owner it could have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page

from tests.browser.visitor import Visitor
from tests.render.sight import EYES, Pixels, changed, linear, points_of, seen
from whistlestop.boards.load import load_board
from whistlestop.bots import make_bot
from whistlestop.engine.game import Game
from whistlestop.model.board import Board
from whistlestop.render.art import SEAT_COLOURS
from whistlestop.render.board_layer import Pieces, empty
from whistlestop.render.cartouche import cartouche_place
from whistlestop.render.geometry.drawing import Space, drawing_of
from whistlestop.render.land_layer import edge
from whistlestop.render.svg import pieces_svg

BOARDS = {"usa": 5, "europe": 5, "new-york": 4, "london": 4}
MIDDLE = 0.35
"""The part of the routes that is claimed in the middle of a game."""
LEAST_CLAIMED, LEAST_OF_OWNERS = 0.35, 0.08


@lru_cache(maxsize=8)
def middle(name: str) -> tuple[int | None, ...]:
    """The owners of the routes in the middle of a game."""
    game = Game(name, players=BOARDS[name], seed=3)
    bots = [make_bot("greedy", seed=seat) for seat in range(BOARDS[name])]
    while sum(owner is not None for owner in game.view(None).owners) < MIDDLE * len(
        game.board.routes
    ):
        seat = game.waiting[0]
        game.play(bots[seat].choose(game.view(seat)), seat=seat)
    return game.view(None).owners


def turned(owners: tuple[int | None, ...], by: int, players: int) -> tuple[int | None, ...]:
    """Every route given to the seat so many further on."""
    return tuple(None if owner is None else (owner + by) % players for owner in owners)


def claimed_spaces(board: Board, owners: tuple[int | None, ...]) -> list[tuple[int, Space]]:
    """The claimed spaces with their owners."""
    drawing = drawing_of(board)
    return [
        (owner, space)
        for route, owner in zip(board.routes, owners, strict=True)
        if owner is not None
        for space in drawing.spaces[route.index]
    ]


def picture(page: Page, board: Board, pieces: Pieces) -> Pixels:
    page.set_content(f'<body style="margin:0">{pieces_svg(board, pieces)}</body>')
    page.set_viewport_size({"width": int(board.width) + 40, "height": int(board.height) + 40})
    return linear(page.screenshot())


class Sight:
    """The pictures of a board: empty, and with every route of a mid-game given to each seat."""

    def __init__(self, page: Page, name: str) -> None:
        board, self.players = load_board(name), BOARDS[name]
        owners, names = middle(name), list(SEAT_COLOURS)
        claimed = claimed_spaces(board, owners)
        spaces = [space for _, space in claimed]
        self.owners = np.array([owner for owner, _ in claimed])
        self.at = points_of(spaces, 1.0, edge((board.width, board.height)))
        self.empty = picture(page, board, empty(board))
        stations: list[int | None] = [None] * len(board.cities)
        self.turned = [
            picture(page, board, Pieces(turned(owners, by, self.players), stations, names=names))
            for by in range(self.players)
        ]

    def of_claiming(self, eyes: str) -> Iterator[tuple[int, float]]:
        """For each seat, how much of a space changes where least does."""
        free = seen(self.empty, self.at, eyes)
        shares = [changed(free, seen(p, self.at, eyes), 3.0) for p in self.turned]
        for seat in range(self.players):
            yield seat, float(min(s[self._owned(seat, by)].min() for by, s in enumerate(shares)))

    def of_owners(self, eyes: str) -> Iterator[tuple[int, int, float]]:
        """For each two seats, how much of a space differs where least does."""
        shown = [seen(p, self.at, eyes) for p in self.turned]
        for one in range(self.players):
            for two in range(one + 1, self.players):
                yield one, two, self._least(shown, one, two)

    def _least(self, shown: list[Pixels], one: int, two: int) -> float:
        shares = []
        for by in range(self.players):
            spaces, other = self._owned(one, by), (by + two - one) % self.players
            shares.append(changed(shown[by][spaces], shown[other][spaces], 2.0).min())
        return float(min(shares))

    def _owned(self, seat: int, by: int) -> NDArray[np.bool_]:
        """The spaces that are this seat's in the picture where owners are turned by so many."""
        return np.asarray((self.owners + by) % self.players == seat)


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("name", BOARDS)
def test_a_claimed_space_is_told_from_a_free_one_and_from_other_owners(
    browser: Browser, name: str, light: str
) -> None:
    page = browser.new_page(color_scheme=light)  # type: ignore[arg-type]  # one of its words
    sight = Sight(page, name)
    page.close()
    for eyes in EYES:
        claims = dict(sight.of_claiming(eyes))
        assert min(claims.values()) >= LEAST_CLAIMED, (eyes, claims)
        pairs = {(one, two): share for one, two, share in sight.of_owners(eyes)}
        assert min(pairs.values()) >= LEAST_OF_OWNERS, (eyes, pairs)


DRAWN = """() => {
  const found = [], claimed = [], closed = [];
  const add = (use, holder) =>
    found.push([use.getAttribute("href"), holder.getAttribute("transform")]);
  for (const route of document.querySelectorAll("[data-route]")) {
    const uses = [...route.querySelectorAll("use")];
    if (!uses.length) claimed.push(route.dataset.route);
    else if (!route.querySelector(".slot")) closed.push(route.dataset.route);
    uses.filter((use) => /-(slot|closed|symbol|mouth|engine)/.test(use.getAttribute("href")))
      .forEach((use) => add(use, use));
  }
  for (const use of document.querySelectorAll(".train .wagon > use:first-child"))
    add(use, use.parentNode.parentNode);
  return [found, claimed, closed];
}"""
NAME = re.compile(r"(slot-.*|closed|symbol-.*|mouth|engine|wagon|locomotive|taxi|bus)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
Stand = tuple[str, float, float, float]


def stand(href: str, transform: str) -> Stand | None:
    """The name of a shape, where it stands and which way it looks."""
    name = NAME.search(href)
    if name is None:
        return None
    x, y, angle = map(float, NUMBER.findall(transform)[:3])
    return name[0], x, y, angle


def same(one: Stand, other: Stand) -> bool:
    """Within what the facts round away."""
    turn = abs(one[3] - other[3]) % 360
    near = max(abs(one[1] - other[1]), abs(one[2] - other[2])) <= 0.25
    return one[0] == other[0] and near and min(turn, 360 - turn) <= 0.25


def in_library(board: Board, claimed: list[str], closed: list[str]) -> list[Stand]:
    """What the library draws with these routes claimed and closed."""
    owners = [0 if route.id in claimed else None for route in board.routes]
    shut = [route.index for route in board.routes if route.id in closed]
    pieces = Pieces(owners, [None] * len(board.cities), shut, names=["Ann"])
    uses = re.findall(r'<use href="([^"]*)" transform="([^"]*)"', pieces_svg(board, pieces))
    return [found for use in uses if (found := stand(*use)) and "-shadow" not in use[0]]


@pytest.mark.parametrize("name", BOARDS)
def test_the_page_draws_what_the_library_draws(ann: Visitor, name: str) -> None:
    ann.play_bots(name, decisions=14)
    ann.wait_for_turn()
    drawn, claimed, closed = ann.page.evaluate(DRAWN)
    assert claimed
    shown = [found for use in drawn if (found := stand(*use))]
    wanted = in_library(load_board(name), claimed, closed)
    missing = [one for one in wanted if not any(same(one, other) for other in shown)]
    assert missing == []
    assert len(shown) == len(wanted)
    plate = ann.page.evaluate("document.querySelector('.cartouche')?.getAttribute('transform')")
    place = cartouche_place(load_board(name))
    numbers = [float(text) for text in NUMBER.findall(plate or "")]
    assert numbers == pytest.approx([place[0], place[1], 0.3 * place[2]] if place else [])
