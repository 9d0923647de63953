#!/usr/bin/env python3
"""A language model at the table: any endpoint that speaks OpenAI's chat completions has a seat.

It needs nothing but Python itself. Say where the model is, and let it play:

    whistlestop simulate "./examples/agents/llm.py --url http://127.0.0.1:8080/v1 --model mine" \\
        greedy --board new-york --games 2 --seconds 90

Without options it reads OPENAI_BASE_URL, OPENAI_MODEL and OPENAI_API_KEY. The model is shown the
position in words and at most sixty numbered choices, and answers with a number. An answer that is
none of them, a fault of the endpoint and silence are asked about again, as long as `--patience`
allows and at most six times where answers are unclear; only then the bot takes the first choice
itself, for this one decision, and says so on stderr. The next decision goes to the model again.
"""

import argparse
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request

MOST = 60
"""Choices that a model is shown at most."""
WARMER = 0.3
"""What each unclear answer adds to the temperature: at zero a model only repeats itself."""
UNCLEAR = 6
"""Unclear answers after which a model is not asked again about the same decision."""
PAUSE = 0.5
"""Seconds before an endpoint that failed is asked again."""

RULES = (
    "You play a board game of routes between cities. Claim routes to join the two cities of each"
    " of your tickets: a complete ticket wins its points, an incomplete one loses them. Longer"
    " routes give more points. On your turn you draw cards, claim one route or draw tickets."
    " Answer with the number of one of the choices, and nothing else."
)


class Model:
    """An endpoint with chat completions."""

    def __init__(self, url, model, key, seconds, tokens):
        self.url = url.rstrip("/") + "/chat/completions"
        self.model = model
        self.key = key
        self.seconds = seconds
        self.tokens = tokens

    def ask(self, messages, seconds, warmth):
        """The text of its answer; whatever goes wrong raises OSError or ValueError."""
        body = {"model": self.model, "messages": messages, "temperature": warmth}
        body["max_tokens"] = self.tokens
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=min(self.seconds, seconds)) as answer:
                read = json.load(answer)
            return str(read["choices"][0]["message"]["content"])
        except urllib.error.HTTPError as refused:
            raise ValueError(f"the endpoint answered {refused.code}") from None
        except urllib.error.URLError as silent:
            raise OSError(f"the endpoint cannot be reached: {silent.reason}") from None
        except (json.JSONDecodeError, KeyError, IndexError, TypeError, http.client.HTTPException):
            raise ValueError("the endpoint's answer is no chat completion") from None


class Player:
    """One game: what was said at its beginning, and a model to ask."""

    def __init__(self, hello, model, patience):
        board = hello["board"]
        self.model = model
        self.patience = patience
        self.title = board["title"]
        self.cities = {city["id"]: city["name"] for city in board["cities"]}
        self.routes = {route["id"]: route for route in board["routes"]}
        self.tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
        self.actions = board["actions"]
        self.points = {int(n): p for n, p in board["rules"]["points"].items()}

    def choose(self, view):
        """What the model chooses; without it the first choice."""
        choices = self.grouped([self.actions[number] for number in view["legal"]])
        if len(choices) == 1:
            return choices[0][1]
        messages = [
            {"role": "system", "content": RULES},
            {"role": "user", "content": self.in_words(view, choices)},
        ]
        until = time.monotonic() + self.patience
        problem = "there was no time to ask"
        unclear_answers = 0
        while time.monotonic() < until and unclear_answers < UNCLEAR:
            try:
                left = max(0.1, until - time.monotonic())
                said = self.model.ask(messages, left, WARMER * unclear_answers)
                number = number_in(said, len(choices))
                return choices[number - 1][1]
            except Unclear as unclear:
                unclear_answers += 1
                problem = str(unclear)
                messages[2:] = [
                    {"role": "assistant", "content": unclear.said},
                    {"role": "user", "content": f"Answer with a number from 1 to {len(choices)}."},
                ]
            except (OSError, ValueError) as error:
                problem = str(error) or type(error).__name__
                time.sleep(max(0.0, min(PAUSE, until - time.monotonic())))
        print(f"llm took the first choice itself: {problem}", file=sys.stderr, flush=True)
        return choices[0][1]

    def grouped(self, legal):
        """Choices as (words, action), at most sixty: one for each route, city, card or offer.

        Of the ways to pay for the same thing the one with fewest locomotives stands for all, and
        where there are still too many, the shortest routes and the last stations are left out.
        """
        best = {}
        for action in legal:
            what = self.target(action)
            if what not in best or locomotives(action) < locomotives(best[what]):
                best[what] = action
        order = sorted(best, key=lambda what: (-self.worth(what), list(best).index(what)))
        return [(self.say(best[what]), best[what]) for what in order[:MOST]]

    def target(self, action):
        """What an action is about, without how it is paid."""
        words = action.split()
        return tuple(words[:2]) if words[0] in ("claim", "build") else (action,)

    def worth(self, what):
        """What is shown first: everything but routes and stations, then routes by length."""
        if what[0] == "claim":
            return self.routes[what[1]]["length"]
        return -1 if what[0] == "build" else 100

    def say(self, action):
        """An action in words that need no board to be understood."""
        words = action.split()
        if words[0] == "claim":
            route = self.routes[words[1]]
            ends = f"{self.cities[route['a']]} to {self.cities[route['b']]}"
            points = self.points[route["length"]]
            return f"claim {ends} ({route['length']} trains, {points} points), {action}"
        return action

    def ticket(self, name):
        """A ticket in words."""
        ticket = self.tickets[name]
        a, b = self.cities[ticket["a"]], self.cities[ticket["b"]]
        return f"{a} to {b} for {ticket['points']} points"

    def in_words(self, view, choices):
        """The position as its seat knows it, and the numbered choices."""
        me = view["players"][view["seat"]]
        lines = [f"The board is {self.title}. You are seat {view['seat']}. Phase: {view['phase']}."]
        lines.append(f"Your cards: {_counts(view['hand'])}. Trains left: {me['trains']}.")
        lines.append(f"Market: {', '.join(str(card) for card in view['market'])}.")
        for seat, player in enumerate(view["players"]):
            if seat != view["seat"]:
                about = f"{player['cards']} cards, {player['trains']} trains"
                lines.append(f"Seat {seat}: {about}, {player['tickets']} tickets.")
        lines += [f"Your ticket: {self.ticket(name)}." for name in view["tickets"]]
        for place, name in enumerate(view["offer"], 1):
            lines.append(f"Offered ticket {place}: {self.ticket(name)}.")
        owned = {}
        for route, owner in view["owners"].items():
            if owner is not None:
                ends = self.routes[route]
                owned.setdefault(owner, []).append(
                    f"{self.cities[ends['a']]}-{self.cities[ends['b']]}"
                )
        for owner, routes in sorted(owned.items()):
            whose = "You own" if owner == view["seat"] else f"Seat {owner} owns"
            lines.append(f"{whose}: {', '.join(routes)}.")
        lines.append("Choices:")
        lines += [f"{number}. {words}" for number, (words, _) in enumerate(choices, 1)]
        return "\n".join(lines)


class Unclear(Exception):
    """An answer in which no choice can be found."""

    def __init__(self, said):
        super().__init__(f"no choice in the answer {said[:60]!r}")
        self.said = said[:1000]


def number_in(said, most):
    """The choice that an answer names: a line begins with it, else it ends some thinking aloud."""
    numbers = [int(found) for found in re.findall(r"\d{1,4}", said)]
    begins = re.fullmatch(r"\W*\d.*", said.strip()) is not None
    if not numbers or not 1 <= (number := numbers[0 if begins else -1]) <= most:
        raise Unclear(said)
    return number


def locomotives(action):
    """How many locomotives a payment spends; they are the best cards to keep."""
    words = action.split()
    return int(words[-2]) if words[-1] == "locomotive" else 0


def _counts(cards):
    return ", ".join(f"{count} {card}" for card, count in cards.items() if count) or "none"


def options():
    parser = argparse.ArgumentParser(description="A language model as a bot.")
    parser.add_argument("--url", default=os.environ.get("OPENAI_BASE_URL"))
    parser.add_argument("--model", default=os.environ.get("OPENAI_MODEL", "default"))
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds for one answer")
    parser.add_argument("--patience", type=float, default=60.0, help="seconds for one decision")
    parser.add_argument("--tokens", type=int, default=400, help="the longest answer")
    given = parser.parse_args()
    if not given.url:
        parser.error("say where the model is: --url http://127.0.0.1:8080/v1 or OPENAI_BASE_URL")
    return given


def main():
    given = options()
    key = os.environ.get("OPENAI_API_KEY", "none")
    model = Model(given.url, given.model, key, given.timeout, given.tokens)
    player = None
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            player = Player(message["hello"], model, given.patience)
        elif "view" in message:
            print(player.choose(message["view"]), flush=True)
        else:
            break  # bye


if __name__ == "__main__":
    main()
