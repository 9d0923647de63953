"""A person at a browser: opens pages, sees what is there, and presses what can be pressed.

Nothing here knows the rules or speaks the protocol: a visitor does what a person could do with the
mouse, a finger or the keyboard. What reached the page is kept, for those who look for secrets.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    TimeoutError,
    WebSocket,
    expect,
)

from tests.browser.hasten import hasten

WAIT = 20_000  # milliseconds; a busy machine is slow
LONGEST = 60_000  # for what the others do first
expect.set_options(timeout=WAIT)
TABLE = ".table[data-decision]"
DECIDING = 'state.decision !== ""'
# The middle of a route or, if something lies over it, another point of it, and what is there.
POINT = """(route) => {
  const path = document.querySelector(`[data-route="${route}"] path.hit`);
  const map = document.querySelector(".map .window").getBoundingClientRect();
  let found;
  for (const share of [0.5, 0.35, 0.65, 0.2, 0.8]) {
    const at = path.getPointAtLength(path.getTotalLength() * share);
    const {x, y} = at.matrixTransform(path.getScreenCTM());
    const inside = x > map.left && x < map.right && y > map.top && y < map.bottom;
    const top = document.elementFromPoint(x, y);
    found = [x, y, inside && !!top?.closest(".sheet-of-map"), top?.outerHTML.slice(0, 200)];
    if (found[2]) break;
  }
  return found;
}"""
# The same from the map's corner, once the map rests.
RESTING = f"""async (route) => {{
  for (let before; ; ) {{
    const [x, y, seen, there] = ({POINT})(route);
    if (before && Math.hypot(x - before.x, y - before.y) < 0.5) {{
      const map = document.querySelector(".map .window").getBoundingClientRect();
      return [x - map.left, y - map.top, seen, there];
    }}
    before = {{x, y}};
    await new Promise(requestAnimationFrame);
  }}
}}"""
POST = """async ([path, body]) => (await fetch(path, {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
})).json()"""
# Asked again and again in the page itself, which costs a tenth of asking from here.
UNTIL = """async ([table, limit]) => {
  const holds = (state) => MOMENT;
  for (const end = performance.now() + limit; performance.now() < end; ) {
    const state = document.querySelector(table)?.dataset;
    if (document.querySelector(".ending")) return "over";
    if (state && holds(state)) return "so";
    await new Promise((later) => setTimeout(later, 50));
  }
  return "late";
}"""
# All that decides what to press next, at one look; the routes that can be claimed, longest first.
LOOK = """([table, build, drawn]) => {
  const sees = (selector) => document.querySelector(selector) !== null;
  const long = (route) => route.querySelector(".hit").getTotalLength();
  return {
    ...document.querySelector(table)?.dataset,
    choosing: sees(".choice"),
    building: sees(build),
    routes: [...document.querySelectorAll('[data-route][aria-disabled="false"]')]
      .map((route) => [long(route), route.dataset.route])
      .sort((a, b) => b[0] - a[0]).map(([, name]) => name),
    draws: drawn.filter(sees),
  };
}"""
LANGUAGES = {"en": "English", "nl": "Nederlands", "fr": "Français"}
SETTINGS_NAMES = re.compile("Settings|Instellingen|Réglages|Paramètres")
BUILD = '.market button[aria-pressed="false"][aria-disabled="false"]'
# From the deck; when it is empty a face-up card, tickets, or nothing.
DRAWS = [
    '[data-pile="deck"][aria-disabled="false"]',
    '[data-slot][aria-disabled="false"]',
    '[data-pile="tickets"][aria-disabled="false"]',
    '[data-action="pass"]',
]
FIT = '.zoom button[aria-pressed="false"]'
SETTINGS = {"speed": "off", "guided": True, "soundOffered": True}

# Refusals and lost connections are part of some stories, and the browser reports them as errors.
EXPECTED = ("Failed to load resource", "WebSocket connection to", "net::ERR")


class Visitors:
    """All visitors of a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self._all: list[Visitor] = []

    def new(self, name: str, *, address: str = "", **wishes: Any) -> Visitor:
        """A visitor with a browser profile of its own; `wishes` are for the browser context."""
        settings = {"name": name, **SETTINGS, **wishes.pop("settings", {})}
        wishes.setdefault("viewport", {"width": 1440, "height": 900})
        wishes.setdefault("reduced_motion", "reduce")
        context = self.browser.new_context(base_url=address or self.address, **wishes)
        context.set_default_timeout(WAIT)
        stored = json.dumps(json.dumps(settings))
        context.add_init_script(
            f"if (!localStorage['whistlestop.settings'])"
            f" localStorage['whistlestop.settings'] = {stored}"
        )
        start = (address or self.address).rstrip("/")
        visitor = Visitor(name, context, start, fingers=bool(wishes.get("has_touch")))
        self._all.append(visitor)
        return visitor

    def leave(self) -> None:
        """Everybody goes home; nobody may have met an error."""
        errors = [error for visitor in self._all for error in visitor.errors]
        for visitor in self._all:
            visitor.context.close()
        assert not errors, errors


class Visitor:
    """One person with one page."""

    def __init__(
        self, name: str, context: BrowserContext, start: str, fingers: bool = False
    ) -> None:
        self.name = name
        self.context = context
        self.start_address = start
        self.fingers = fingers
        self.errors: list[str] = []
        self.frames: list[str] = []
        self._heard: list[dict[str, Any]] = []  # what was read of the first frames
        self._read = 0
        self.wishes: set[str] = set()  # routes it would rather claim than longer ones
        self.patient = False  # whether it claims nothing but what it wishes for
        self.builds = False  # whether it builds a station when it can
        self.page = self._page()

    def _page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{self.name}: {error}"))
        page.on("console", self._console)
        page.on("websocket", self._socket)
        return page

    def another_tab(self) -> Visitor:
        """The same person in a second tab."""
        tab = Visitor(self.name, self.context, self.start_address, self.fingers)
        tab.errors = self.errors
        return tab

    def leave_the_page(self) -> None:
        """Close the page; whoever comes back opens another one."""
        self.page.close()
        self.page = self._page()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            self.errors.append(f"{self.name}: {message.text}")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))

    @property
    def origin(self) -> dict[str, str]:
        """What a request by a program says; others are refused."""
        page = urlsplit(self.start_address)
        return {"Origin": f"{page.scheme}://{page.netloc}"}

    # Getting to a table

    def open(self, path: str) -> None:
        """Go to a path of the server, which may be below a path of its host, or to any address."""
        self.page.goto(self.start_address + path if path.startswith("/") else path)

    def play_now(self, board: str, bots: int = 1, level: str = "level:1") -> None:
        """From the start page into a game against bots, by the button there."""
        choice = json.dumps({"board": board, "bots": bots, "level": level})
        self.context.add_init_script(
            f"localStorage['whistlestop.settings'] = JSON.stringify({{"
            f"...JSON.parse(localStorage['whistlestop.settings']), lastPlay: {choice}}})"
        )
        self.open("/")
        self.page.get_by_role("button", name="Play now").click()
        self.table.wait_for()

    def play_bots(self, board: str, bots: int = 1, level: str = "level:1", **hastened: Any) -> None:
        """The same game by requests, for whoever is not concerned with how it was begun; `hasten`
        can bring it on before the page is opened."""
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": level}] * bots]
        made = self._ask(
            "/api/tables", {"name": self.name, "seats": seats, "options": {"board": board}}
        )
        self._ask(f"/api/tables/{made['table']}/commands", {"type": "start", "id": "begun"})
        if hastened:
            hasten(self, table=made["table"], **hastened)
        self.open(made["path"])
        self.page.locator(f"{TABLE}, .ending").first.wait_for()

    def make_table(self, seats: list[dict[str, Any]], **options: Any) -> str:
        """A table by one request, as the page makes it, and this visitor there; gives its link."""
        made = self._ask("/api/tables", {"name": self.name, "seats": seats, "options": options})
        self.open(made["path"])
        return f"{made['path']}#invite={made['invite']}"

    def _ask(self, path: str, body: dict[str, Any]) -> dict[str, str]:
        """Send what the page would send: by the page if one is open, else in its place."""
        if self.page.url.startswith(self.start_address):
            asked = [self.start_address + path, body]
            found: dict[str, str] = self.page.evaluate(POST, asked)
            return found
        sent = self.context.request.post(self.start_address + path, data=body, headers=self.origin)
        assert sent.ok, sent.text()
        return dict(sent.json())

    def join(self, link: str) -> None:
        self.open(link)
        self.page.get_by_role("button", name="Sit here").first.click()

    def start(self) -> None:
        self.page.get_by_role("button", name="Start the game").click()
        self.table.wait_for()

    def speak(self, language: str) -> None:
        """Choose another language in the settings, which the table's menu opens."""
        self.page.locator('[aria-haspopup="menu"]').first.click()
        self.page.get_by_role("menuitem", name=SETTINGS_NAMES).click()
        self.page.get_by_role("radio", name=LANGUAGES[language]).check(force=True)
        self.page.keyboard.press("Escape")

    # Seeing

    @property
    def table(self) -> Locator:
        return self.page.locator(TABLE)

    def state(self) -> dict[str, str]:
        """What the table says of itself; empty while there is none."""
        found: dict[str, str] = self.page.evaluate(
            "selector => ({...(document.querySelector(selector)?.dataset ?? {})})", TABLE
        )
        return found

    @property
    def over(self) -> bool:
        return self.page.locator(".ending").count() > 0

    def wait(self, moment: str) -> bool:
        """Wait until an expression over the table's `state` holds; False if the game is over."""
        found = self.page.evaluate(UNTIL.replace("MOMENT", moment), [TABLE, LONGEST])
        if found == "late":
            raise TimeoutError(f"{self.name} waited for {moment}")
        return bool(found == "so")

    def wait_for_turn(self) -> bool:
        """Wait until this visitor can decide something; False if the game ends instead."""
        return self.wait(DECIDING)

    def wait_for_turn_or_cover(self) -> bool:
        """Where several share a device: a decision, the end of a look at cards, or the cover."""
        return self.wait(f'{DECIDING} || document.querySelector(".cover, [data-action=done]")')

    def heard(self) -> list[dict[str, Any]]:
        """Every welcome and update that reached the page."""
        messages = map(json.loads, self.frames[self._read :])
        self._heard += [one for one in messages if one["type"] in ("welcome", "update")]
        self._read = len(self.frames)
        return self._heard

    def happened(self) -> list[dict[str, Any]]:
        return [entry for message in self.heard() for entry in message["happened"]]

    def board(self, name: str) -> dict[str, Any]:
        facts: dict[str, Any] = self.context.request.get(f"/api/boards/{name}").json()
        return facts

    # Playing with the mouse, or with a finger where there is one

    def play(self, decisions: int = 1000) -> int:
        """Take decisions until the game is over; how many were taken."""
        taken = 0
        while taken < decisions and self.wait_for_turn():
            self.decide()
            taken += 1
        return taken

    def decide(self) -> None:
        """Do the first thing that leads on, and wait until the table has moved on."""
        seen = self.page.evaluate(LOOK, [TABLE, BUILD, DRAWS])
        self._press_something(seen)
        self.wait(f'state.decision !== "{seen["decision"]}"')

    def press(self, selector: str) -> None:
        found = self.page.locator(selector).first
        if self.fingers:
            found.tap()
        else:
            found.click()

    def press_route(self, route: str) -> None:
        """Press a route on the map, which may have to be made smaller for that."""
        for _ in range(30):
            x, y, seen, there = self.page.evaluate(RESTING, route)
            if seen:
                break
            if self.sees(".pick"):
                self.page.keyboard.press("Escape")
            elif self.sees(FIT):
                self.press(FIT)
            self.page.wait_for_timeout(300)  # a message over it goes by itself
        assert seen, f"{route} is out of sight at {x}, {y}: {there}"
        # The browser is asked again, at the moment of the press, whether the map is what it meets.
        found, at = self.page.locator(".map .window"), Position(x=x, y=y)
        if self.fingers:
            found.tap(position=at)
        else:
            found.click(position=at)

    def _press_something(self, seen: dict[str, Any]) -> None:
        if seen["choosing"]:
            self._keep()
        elif seen["phase"] == "tunnel":
            self.press(".tunnel [data-action]")  # once the cards have been turned up
        elif self.builds and seen["building"]:
            self._build()
        elif route := self.longest(seen["routes"]):
            self._claim(route)
        else:
            assert seen["draws"], f"{self.name} can do nothing: {seen}"
            self.press(seen["draws"][0])

    def _claim(self, route: str) -> None:
        """Press a route and the first way to pay."""
        self.press_route(route)
        self.press(".pick .way")

    def _keep(self) -> None:
        while not self.sees(".choice .button.main:enabled"):
            self.press('.choice [role="checkbox"][aria-checked="false"]')
        self.press(".choice .button.main")

    def _build(self) -> None:
        """A station in the first city that takes one; one is enough for the story."""
        self.builds = False
        self.press(BUILD)
        city = self.page.locator("[data-city]:has(.can-build)").first.get_attribute("data-city")
        self.press(f'[data-city="{city}"]')
        self.press(".pick .way")

    def longest(self, routes: list[str]) -> str | None:
        """The longest route that can be claimed, or one of those wished for."""
        wished = next((name for name in routes if name in self.wishes), None)
        return wished if self.patient else wished or next(iter(routes), None)

    def sees(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0
