"""The end of a game is not a surprise: its last move is seen first."""

import pytest

from tests.browser.visitor import Visitors

LINGERS = """() => {
  window.moments = {};
  const note = (name, selector) => {
    if (document.querySelector(selector)) window.moments[name] ??= performance.now();
  };
  new MutationObserver(() => {
    note("over", '.table[data-phase="over"]');
    note("ending", ".ending");
  }).observe(document, {subtree: true, childList: true, attributes: true});
}"""


@pytest.mark.slow
def test_the_last_move_is_seen_on_the_map_before_the_ending(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.play_now("new-york")
    while ann.wait_for_turn() and not ann.sees(".top .last"):
        ann.decide()
    # The rest of the game at normal speed; until here nothing moved, to save time.
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.evaluate(
        "localStorage['whistlestop.settings'] = JSON.stringify({"
        "...JSON.parse(localStorage['whistlestop.settings']), speed: 'normal'})"
    )
    ann.page.reload()
    ann.table.wait_for()
    ann.page.evaluate(LINGERS)
    ann.play()
    moments = ann.page.evaluate("window.moments")
    assert 900 < moments["ending"] - moments["over"] < 4000, moments
