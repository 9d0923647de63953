"""Taps on the map: two in a row make it larger; a press between them keeps them apart."""

from tests.browser.visitor import Visitor

# Presses the middle of each of these at once; gives the size of the map then.
TAPS = """async (places) => {
  const options = {bubbles: true, pointerId: 1, button: 0};
  for (const place of places) {
    const element = document.querySelector(place);
    const box = element.getBoundingClientRect();
    const at = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
    for (const kind of ["pointerdown", "pointerup"])
      element.dispatchEvent(new PointerEvent(kind, {...options, ...at}));
  }
  await new Promise(requestAnimationFrame);
  return document.querySelector(".sheet-of-map").style.transform.split("scale")[1];
}"""
MAP, ELSEWHERE = ".map .window", ".table h1"


def test_two_taps_make_the_map_larger_and_a_press_elsewhere_keeps_them_apart(ann: Visitor) -> None:
    """Who claims one route and then the next beside it, however quickly, has not tapped twice."""
    ann.play_bots("new-york")
    whole = ann.page.evaluate(TAPS, [])
    assert ann.page.evaluate(TAPS, [MAP, ELSEWHERE, MAP]) == whole
    ann.page.wait_for_timeout(400)
    assert ann.page.evaluate(TAPS, [MAP, MAP]) != whole
