"""How large a board is on the page: measured on what the browser draws, on each board and screen.

Both while the first tickets are chosen, when the cards under the map are highest, and in a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.visitor import Visitor

Size = tuple[int, int]
DESK, TABLET, PHONE, SIDEWAYS = (1440, 900), (820, 1180), (390, 844), (844, 390)
SCREENS = (DESK, TABLET, PHONE, SIDEWAYS, (360, 640), (1024, 768), (1280, 720), (1920, 1080))
BOARDS = ("usa", "europe", "new-york", "london")
BINDS, OTHER = 0.88, 0.75
"""What the cities span of the map's place on a desk, in the direction that binds and the other."""
SPACES: dict[Size, dict[str, Size | tuple[float, float]]] = {
    DESK: {"usa": (29, 11.5), "europe": (27, 10.5), "new-york": (29, 11.5), "london": (29, 11.5)},
    TABLET: dict.fromkeys(BOARDS, (20, 8)),
}
"""The least length and width of a space in pixels."""
LETTERS, SHORT_LETTERS = 11.0, 9.0

# Middles of cities, what of them the buttons of the map cover, sizes of free spaces, and names.
MEASURE = """() => {
  const box = (element) => {
    const {left, top, right, bottom, width, height} = element.getBoundingClientRect();
    return {left, top, right, bottom, width, height};
  };
  const drawn = document.querySelector(".sheet-of-map svg");
  const scale = drawn.getScreenCTM().a;
  const middle = (city) => {
    const {left, top, width, height} = box(city.querySelector("use"));
    return [left + width / 2, top + height / 2];
  };
  const size = (slot) => {
    const {a, b, c, d} = slot.getScreenCTM();
    return [100 * Math.hypot(a, b), 40 * Math.hypot(c, d)];
  };
  const name = (text) => ({
    city: text.dataset.name,
    says: [...text.querySelectorAll("tspan")].map((line) => line.textContent.trim()).join(" "),
    letters: parseFloat(getComputedStyle(text).fontSize) * scale,
  });
  return {
    place: box(document.querySelector(".map .window")),
    sheet: box(drawn),
    buttons: box(document.querySelector(".map .zoom")),
    cities: [...document.querySelectorAll("[data-city]")].map(middle),
    spaces: [...document.querySelectorAll("[data-route] use.slot")].map(size),
    names: [...document.querySelectorAll("[data-name]")].map(name),
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
  };
}"""
# The same once the map rests: names are chosen anew then.
RESTING = """async () => {
  const drawn = () => [innerWidth, document.querySelector(".map").getBoundingClientRect().height,
    document.querySelector(".sheet-of-map").style.transform,
    document.querySelector(".names").outerHTML].join();
  for (let before; before !== drawn(); ) {
    before = drawn();
    await new Promise((later) => setTimeout(later, 400));
  }
  return (MEASURE)();
}""".replace("MEASURE", MEASURE)


@dataclass
class Look:
    """What is seen of a board on a screen."""

    screen: Size
    seen: dict[str, Any]

    def spans(self) -> tuple[float, float]:
        """What the cities span of the map's place: in the direction that binds, and the other."""
        place, sheet = self.seen["place"], self.seen["sheet"]
        xs, ys = zip(*self.seen["cities"], strict=True)
        across = (max(xs) - min(xs)) / place["width"]
        down = (max(ys) - min(ys)) / place["height"]
        full = sheet["width"] / place["width"] > sheet["height"] / place["height"]
        return (across, down) if full else (down, across)

    def out_of_sight(self) -> list[tuple[float, float]]:
        """Cities outside the map's place or the screen, or under the buttons."""
        place, buttons = self.seen["place"], self.seen["buttons"]
        width, height = map(float, self.screen)
        screen = {"left": 0.0, "top": 0.0, "right": width, "bottom": height}
        return [
            city
            for city in self.seen["cities"]
            if not (inside(city, place) and inside(city, screen)) or inside(city, buttons)
        ]

    def least_space(self) -> tuple[float, float]:
        lengths, widths = zip(*self.seen["spaces"], strict=True)
        return min(lengths), min(widths)


def inside(point: tuple[float, float], box: dict[str, float]) -> bool:
    return box["left"] < point[0] < box["right"] and box["top"] < point[1] < box["bottom"]


def look(ann: Visitor, screen: Size) -> Look:
    ann.page.set_viewport_size({"width": screen[0], "height": screen[1]})
    return Look(screen, ann.page.evaluate(RESTING))


def assert_names(seen: Look, full: dict[str, str]) -> None:
    """Every city is named, in full or on small screens by the beginning of its name."""
    small = seen.screen[0] < 640 or seen.screen[1] < 520
    said = {name["city"]: name for name in seen.seen["names"]}
    assert said.keys() == full.keys()
    for city, name in said.items():
        short = name["says"] != full[city]
        assert small or not short, name
        assert full[city].startswith(name["says"]), name
        assert name["letters"] >= (SHORT_LETTERS if small else LETTERS) - 0.01, name


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_fills_its_place_and_can_be_read_on_every_screen(ann: Visitor, board: str) -> None:
    ann.play_bots(board, bots=2)
    assert ann.wait_for_turn()
    full = {city["id"]: city["name"] for city in ann.board(board)["cities"]}
    for moment in ("choosing", "turn"):
        for screen in SCREENS:
            seen = look(ann, screen)
            where = f"{board}, {moment}, {screen}"
            assert not seen.out_of_sight(), where
            assert seen.seen["page"] <= list(screen), f"{where}: the page is larger than the screen"
            assert_names(seen, full)
            length, width = seen.least_space()
            least = SPACES.get(screen, {}).get(board, (0, 0))
            assert (length >= least[0], width >= least[1]) == (True, True), (where, length, width)
        ann.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        binds, other = look(ann, DESK).spans()
        assert (binds >= BINDS, other >= OTHER) == (True, True), (where, binds, other)
        ann.play(1)
        assert ann.wait_for_turn()


def test_a_tall_board_stands_beside_the_cards(ann: Visitor) -> None:
    ann.play_bots("new-york", bots=2)
    ann.play(1)
    assert ann.wait_for_turn()
    for screen in (DESK, TABLET, SIDEWAYS):
        place = look(ann, screen).seen["place"]
        deck = ann.page.locator('[data-pile="deck"]').bounding_box()
        hand = ann.page.locator("[data-hand-card]").first.bounding_box()
        assert deck
        assert hand
        assert deck["x"] >= place["right"], screen
        assert hand["x"] >= place["right"], screen
        assert hand["y"] + hand["height"] <= screen[1], screen


# By how much the numbers of each player stick out of their place, all of them with two digits.
STICKS_OUT = """() => [...document.querySelectorAll(".players.strip li")].map((place) => {
  const numbers = place.querySelectorAll(".facts [aria-hidden=true]:not(svg)");
  for (const number of numbers) number.textContent = "44";
  const edge = Math.min(place.getBoundingClientRect().right, innerWidth);
  const facts = [...place.querySelectorAll(".points, .facts > span")];
  return Math.max(...facts.map((fact) => fact.getBoundingClientRect().right)) - edge;
})"""


def test_a_phone_shows_all_numbers_of_five_players(ann: Visitor) -> None:
    bot = {"kind": "bot", "bot": "greedy"}
    pace = {"type": "live", "seconds": 300}
    ann.make_table([{"kind": "me"}, bot, bot, bot, bot], board="europe", pace=pace)
    ann.start()
    for width, height in (PHONE, (360, 640)):
        ann.page.set_viewport_size({"width": width, "height": height})
        out = ann.page.evaluate(STICKS_OUT)
        assert max(out) <= 0, (width, out)
