"""The end of a game is not a surprise: its last move is seen first, then who won, and the map."""

from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.browser.hasten import last_round, never
from tests.browser.visitor import Visitor, Visitors

LINGERS = """() => {
  window.moments = {};
  const note = (name, selector) => {
    if (document.querySelector(selector)) window.moments[name] ??= performance.now();
  };
  new MutationObserver(() => {
    note("over", '.table[data-phase="over"]');
    note("ending", ".ending");
    // By a timer of the page, which is as late as those of the ending on a busy machine.
    if (window.moments.over) window.later ??= setTimeout(() => {
      window.soon = document.querySelector(".ending") !== null;
    }, 4000);
  }).observe(document, {subtree: true, childList: true, attributes: true});
}"""


def test_the_last_move_is_seen_on_the_map_before_the_ending(visitors: Visitors) -> None:
    ann = visitors.new("Ann", settings={"speed": "normal"}, reduced_motion="no-preference")
    # The rest of the game at normal speed; until here nothing was pressed, to save time.
    ann.play_bots("new-york", until=last_round)
    ann.page.evaluate(LINGERS)
    ann.play()
    ann.page.locator(".ending").wait_for()
    moments = ann.page.evaluate("window.moments")
    assert moments["ending"] - moments["over"] > 900, moments
    ann.page.wait_for_function("() => window.soon !== undefined")
    assert ann.page.evaluate("window.soon"), moments


SIZES = [(390, 844), (820, 1180), (1440, 900)]
# The part of an element that can be seen in the first view.
IN_VIEW = """(selector) => {
  const {left, top, right, bottom} = document.querySelector(selector).getBoundingClientRect();
  const [width, height] = [Math.min(right, innerWidth) - left, Math.min(bottom, innerHeight) - top];
  return Math.max(0, width) * Math.max(0, height) / ((right - left) * (bottom - top));
}"""
# The longest piece of any column of the page that nothing covers, in pixels.
EMPTY = """() => {
  const parts = [...document.querySelectorAll(".results > :not(.place), .map")]
    .map((e) => e.getBoundingClientRect());
  const page = document.querySelector(".results").getBoundingClientRect();
  let most = 0;
  for (let x = page.left + 20; x < page.right - 20; x += 20) {
    const here = parts.filter((r) => r.left <= x && x <= r.right).sort((a, b) => a.top - b.top);
    let [end, gap] = [page.top, 0];
    for (const {top, bottom} of here) {
      [gap, end] = [Math.max(gap, top - end), Math.max(end, bottom)];
    }
    most = Math.max(most, gap, page.bottom - end);
  }
  return most;
}"""


@pytest.fixture
def ended(visitors: Visitors) -> Visitor:
    """Ann at the end of a game."""
    ann = visitors.new("Ann")
    ann.play_bots("new-york", level="greedy", until=never)
    ann.page.locator(".results").wait_for()
    return ann


def test_winner_margin_and_map_are_in_the_first_view_and_nothing_is_blank(ended: Visitor) -> None:
    for width, height in SIZES:
        ended.page.set_viewport_size({"width": width, "height": height})
        ended.page.wait_for_timeout(500)
        assert ended.page.evaluate(IN_VIEW, ".results h1") == 1, width
        assert ended.page.evaluate(IN_VIEW, ".results .margin") == 1, width
        assert ended.page.evaluate(IN_VIEW, ".results .map") > 0.9, width
        assert ended.page.evaluate(EMPTY) < 250, width
    assert ended.page.locator(".results .button.main").count() == 1
    assert ended.page.locator(".next .button:not(.quiet)").count() == 1


def test_the_story_of_the_game_has_five_sentences(ended: Visitor) -> None:
    sentences = ended.page.locator(".tale li")
    sentences.first.wait_for()
    said = sentences.all_inner_texts()
    assert len(said) == 5
    assert all(text.removesuffix("See it").strip().endswith(".") for text in said), said
    sentences.first.get_by_role("link").click()
    ended.page.locator(".replay[data-ply]").wait_for()


# The colours of the page that the picture must show: paper, water, the players', best first.
PAINTS = """() => {
  const place = document.querySelector(".results .map");
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  const rgb = (paint) => {
    const sample = document.createElement("i");
    sample.style.color = paint;
    place.append(sample);
    context.fillStyle = getComputedStyle(sample).color;
    sample.remove();
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const fills = (used) => [...document.querySelectorAll(`#${CSS.escape(used)} path`)]
    .map((path) => rgb(getComputedStyle(path).fill));
  const wagons = [...document.querySelectorAll(".results .map .wagon use:first-child")]
    .map((use) => use.href.baseVal.slice(1));
  return {paper: rgb("var(--paper)"), water: rgb("var(--water)"),
    wagons: Object.fromEntries([...new Set(wagons)].map((used) => [used, fills(used)]))};
}"""


def near(pixels: NDArray[np.uint8], colour: list[int]) -> NDArray[np.bool_]:
    """Which pixels have a colour, but for what its edges lose."""
    far = np.abs(pixels.astype(int) - np.array(colour)).max(axis=2)
    return np.asarray(far <= 6)


@pytest.mark.parametrize("light", ["light", "dark"])
def test_the_ending_becomes_one_picture(ended: Visitor, light: Literal["light", "dark"]) -> None:
    ended.page.emulate_media(color_scheme=light)
    ended.page.locator(".results canvas").first.wait_for()
    ended.page.wait_for_timeout(500)
    with ended.page.expect_download() as coming:
        ended.page.get_by_role("button", name="Share a picture").click()
    picture = Image.open(Path(coming.value.path()))
    assert picture.format == "PNG"
    assert picture.width == 1600
    assert picture.height > 1000
    pixels = np.asarray(picture.convert("RGB"))
    paints = ended.page.evaluate(PAINTS)
    head, foot, board = pixels[:170], pixels[-110:], pixels[170:-110, 40:-40]
    for part in (head, foot):  # words on paper
        assert 0.6 < near(part, paints["paper"]).mean() < 0.995
    colours = board.astype(int) @ [1 << 16, 1 << 8, 1]  # numbers are told apart faster than rows
    assert len(np.unique(colours)) > 300, "a map has many colours"
    assert near(board, paints["paper"]).mean() < 0.5, "no part of the map is left blank"
    # No column or row of the map is empty: it is all there, up to its edges.
    assert (board.std(axis=0).max(axis=1) > 3).mean() > 0.95
    assert (board.std(axis=1).max(axis=1) > 3).mean() > 0.95
    # Everybody's trains are there: each of the colours that they are painted with.
    assert len(paints["wagons"]) == 2, paints
    for name, paints_of_it in paints["wagons"].items():
        body = max(paints_of_it, key=lambda colour: max(colour) - min(colour))
        assert near(board, body).mean() > 0.001, name
    assert near(board, paints["water"]).mean() > 0.01
