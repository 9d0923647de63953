"""Playing by typing alone: whole games by words, and a field that behaves as a combobox should.

The typist reads nothing but the answers of the field, as somebody would who hears the page and does
not see it. The mouse is never used.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.browser.test_everyone import PHONE, assert_axe_is_content, assert_nothing_is_cut_off
from tests.browser.visitor import Visitor, Visitors

FIELD = ".typed input"
# What was answered to the line that was typed last.
ANSWERED = """() => {
  const lines = [...document.querySelectorAll(".typed .answers p")];
  const typed = lines.findLastIndex((line) => line.classList.contains("mine"));
  return lines.slice(typed + 1).map((line) => line.textContent);
}"""
# The number of the line that was typed last.
NEWEST = "() => [...document.querySelectorAll('.typed .mine')].at(-1)?.dataset.line"
IN_SIGHT = """() => {
  const field = document.querySelector(".typed input");
  const {x, y, width, height} = field.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === field;
}"""
HERE = {"kind": "here", "name": "Bea"}


class Typist:
    """Somebody who types, and reads what is answered."""

    def __init__(self, visitor: Visitor, wishes: tuple[str, ...] = ()) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.wishes = wishes  # words that a route must have to be claimed
        self.stations = 0  # how many it wants to build
        self.said: list[str] = []
        self.heard: list[str] = []  # the newest lines with their answers

    def open(self) -> None:
        self.page.locator(".table h1").focus()
        self.page.keyboard.press("/")
        expect(self.page.locator(FIELD)).to_be_focused()

    def say(self, line: str) -> list[str]:
        """Type a line; gives the answer, nothing if it ends the game."""
        self.said.append(line)
        before = self.page.evaluate(NEWEST)
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(
            f"""before => !document.querySelector(".typed")
              || (({NEWEST})() !== before && ({ANSWERED})().length)""",
            arg=before,
        )
        answer: list[str] = self.page.evaluate(ANSWERED)
        self.heard = [*self.heard, f"{line} -> {answer}"][-4:]
        return answer

    def do(self, line: str) -> None:
        """A move; where it is asked how, the first way."""
        if "".join(self.say(line)[:1]).startswith("Which one?"):
            self.say("1")

    def decide(self) -> None:
        before = self.visitor.state()["decision"]
        self._decide(" ".join(self.say("what can I do?")))
        try:
            self.visitor.wait(f'state.decision !== "{before}"')
        except TimeoutError as error:
            raise AssertionError(self.heard) from error

    def _decide(self, heard: str) -> None:
        if found := re.search(r"For example: (keep [\d ]+)\.", heard):
            self.do(found[1])
        elif "You cannot pay" in heard:
            self.do("decline")
        elif "or take yours back" in heard:
            self.do("pay")
        elif "only pass" in heard:
            self.do("pass")
        elif self.stations and "build a station in" in heard:
            self._build()
        elif not ("You can claim" in heard and self._claim()):
            self._draw(heard)

    def _build(self) -> None:
        self.stations -= 1
        cities = self.say("where can I build")[-1]
        self.do(f"build {re.split(', | and |[.]', cities.removeprefix('You can build in '))[0]}")

    def _claim(self) -> bool:
        _, *routes = self.say("what can I claim")
        wished = [
            route for route in routes if not self.wishes or re.search("|".join(self.wishes), route)
        ]
        if wished:
            self.do(f"claim {wished[0].split(',')[0].replace('–', ' ')}")
        return bool(wished)

    def _draw(self, heard: str) -> None:
        if "from the deck" in heard:
            self.do("draw from the deck")
        elif "You can draw" in heard:
            self.do("draw" if "You can draw tickets" not in heard else "draw tickets")
        else:
            raise AssertionError(f"nothing to do: {heard}")


def test_a_whole_game_by_typing_alone(ann: Visitor) -> None:
    ann.play_bots("new-york")
    assert ann.wait_for_turn()
    typist = Typist(ann)
    typist.open()
    decisions = 0
    while ann.wait_for_turn():
        typist.decide()
        decisions += 1
    assert decisions > 10
    assert ann.page.locator("[data-total]").count() == 2
    assert any(line.startswith("claim") for line in typist.said)


def test_tunnels_ferries_and_stations_of_europe_by_typing_alone(ann: Visitor) -> None:
    ann.play_bots("europe")
    routes = {route["id"]: route for route in ann.board("europe")["routes"]}
    typist = Typist(ann, ("tunnel", "ferry"))
    typist.stations = 1
    assert ann.wait_for_turn()
    typist.open()

    def seen() -> set[str]:
        mine = [entry for entry in ann.happened() if entry["seat"] == 0]
        events = [event for entry in mine for event in entry["events"]]
        found = {event["name"] for event in events} & {"built", "revealed"}
        claimed = [routes[e["params"]["route"]] for e in events if e["name"] == "claimed"]
        return (
            found
            | {"ferry" for r in claimed if r["ferry"]}
            | {"tunnel" for r in claimed if r["tunnel"]}
        )

    wanted = {"built", "revealed", "ferry", "tunnel"}
    for _ in range(250):
        if seen() == wanted or not ann.wait_for_turn():
            break
        if "tunnel" in seen():
            typist.wishes = ("ferry",)
        typist.decide()
    assert seen() == wanted, (seen(), typist.said[-20:])


@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "desktop"])
def test_axe_is_content_with_the_field_and_its_list(
    visitors: Visitors, device: dict[str, Any]
) -> None:
    ann = visitors.new("Ann", **device)
    ann.play_bots("europe")
    assert ann.wait_for_turn()
    typist = Typist(ann)
    if device:  # there is no key on a phone: the way is by the list of what can be done
        ann.page.get_by_role("button", name="What can I do?").tap()
        ann.page.get_by_role("button", name="Type moves and questions").tap()
        expect(ann.page.locator(FIELD)).to_be_focused()
    else:
        typist.open()
    typist.say("help")
    typist.say("hint")
    log = ann.page.get_by_role("log", name="Answers")
    expect(log).to_contain_text(re.compile("1: Keep .+[.]"))
    assert ann.page.evaluate(IN_SIGHT), "something lies over the field"
    ann.page.keyboard.type("dr")
    ann.page.locator(".typed [role=option]").first.wait_for()
    assert_axe_is_content(ann.page, "the field for words")
    assert_nothing_is_cut_off(ann.page)
    assert ann.page.locator(".map").bounding_box()["height"] > 150  # type: ignore[index]


def test_the_field_completes_remembers_and_gives_the_focus_back(ann: Visitor) -> None:
    ann.play_bots("new-york")
    assert ann.wait_for_turn()
    page, keys = ann.page, ann.page.keyboard
    button = page.get_by_role("button", name="Type moves and questions")
    button.focus()
    keys.press("Enter")
    field = page.get_by_role("combobox", name="Type a move or a question")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-expanded", "false")
    keys.type("mark")
    expect(field).to_have_attribute("aria-expanded", "true")
    keys.press("Tab")
    expect(field).to_have_value("market")
    keys.press("Enter")
    expect(page.get_by_role("log", name="Answers")).to_contain_text("In the market, in order:")
    keys.type("t")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    active = field.get_attribute("aria-activedescendant")
    chosen = page.locator('[role=option][aria-selected="true"]')
    expect(chosen).to_have_attribute("id", active or "")
    words = chosen.inner_text()
    keys.press("Enter")
    expect(field).to_have_value(re.compile(f"^{re.escape(words)} ?$"))
    field.fill("")
    keys.press("ArrowUp")
    expect(field).to_have_value("market")
    keys.press("ArrowDown")
    expect(field).to_have_value("")
    keys.type("ma")
    keys.press("Escape")  # the list first, then the field
    expect(field).to_have_attribute("aria-expanded", "false")
    keys.press("Escape")
    expect(page.locator(".typed")).to_have_count(0)
    expect(button).to_be_focused()


def test_a_typed_claim_is_asked_about_where_the_settings_say_so(visitors: Visitors) -> None:
    ann = visitors.new("Ann", settings={"confirm": True})
    ann.play_bots("new-york")
    assert ann.wait_for_turn()
    typist = Typist(ann)
    typist.open()
    typist.do("keep all")
    while "You can claim" not in " ".join(typist.say("what can I do")):
        typist.do("draw deck")
        assert ann.wait_for_turn()
    before = ann.state()["decision"]
    _, route, *_ = typist.say("what can I claim")
    asked = typist.say(f"claim {route.split(',')[0].replace('–', ' ')}")
    if asked[0].startswith("Which"):
        asked = typist.say("1")
    assert re.fullmatch(r"Claim .* with .*\? Type yes or no\.", asked[0])
    assert ann.state()["decision"] == before
    assert typist.say("no") == ["All right, nothing was done."]
    typist.say(typist.said[-2] if typist.said[-2] != "1" else typist.said[-3])
    if ann.page.evaluate(ANSWERED)[0].startswith("Which"):
        typist.say("1")
    told = " ".join(typist.say("yes"))
    assert "Ann claimed" in told
    assert ann.state()["decision"] != before


def test_on_one_device_nobody_reads_what_the_other_was_answered(ann: Visitor) -> None:
    ann.make_table([{"kind": "me"}, HERE], board="new-york", first=0)
    ann.start()
    ann.page.locator(".cover").wait_for()
    ann.page.get_by_role("button", name="Type moves and questions").click()
    typist = Typist(ann)
    assert "Type show when nobody else is looking" in " ".join(typist.say("hand"))
    ann.page.keyboard.type("show")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".cover").wait_for(state="detached")
    hand = typist.say("hand")[0]
    assert hand.startswith("You hold")
    assert "done" in typist.say("keep all")[-1]
    ann.page.keyboard.type("done")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".cover").wait_for()
    log = ann.page.get_by_role("log", name="Answers")
    expect(log).to_contain_text("Bea, it is your turn.")
    assert hand not in log.inner_text()
    assert hand not in " ".join(typist.say("hand"))
    ann.page.keyboard.press("ArrowUp")
    expect(ann.page.locator(FIELD)).to_have_value("hand")
    ann.page.keyboard.press("ArrowUp")
    expect(ann.page.locator(FIELD)).to_have_value("hand")


def test_rivals_agree_to_a_take_back_in_words(visitors: Visitors) -> None:
    ann, bea = visitors.new("Ann"), visitors.new("Bea")
    seats = [{"kind": "me"}, {"kind": "open"}]
    bea.join(ann.make_table(seats, board="new-york", first=0, take_back=True))
    ann.start()
    bea.table.wait_for()
    people = [Typist(ann), Typist(bea)]
    for typist in people:
        assert typist.visitor.wait_for_turn()
        typist.open()
        typist.do("keep all")
    assert ann.wait_for_turn()
    drawn = people[0].say("draw deck")[0]
    assert re.fullmatch(r"Ann drew 1 \w+ from the deck\.", drawn)
    assert "Type yes or no." in people[0].say("take back")[-1]
    people[0].say("yes")
    expect(ann.page.get_by_role("log", name="Answers")).to_contain_text("Waiting for Bea")
    expect(bea.page.get_by_role("log", name="Answers")).to_contain_text("Type agree or disagree.")
    assert people[1].say("agree") == ["Your answer was sent."]
    ann.wait('state.phase === "turn"')
    assert people[1].say("agree") == ["Nobody asks you anything."]
