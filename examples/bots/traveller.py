#!/usr/bin/env python3
"""An example bot in Python: it goes for its tickets by the shortest way, and nothing else.

It needs nothing but Python itself: it reads lines of JSON and writes actions, as docs/bots.md
describes. Try it against the bots that come with Whistlestop:

    whistlestop simulate ./examples/bots/traveller.py greedy

Start a bot of your own by changing `choose`.
"""

import heapq
import json
import sys


class Traveller:
    """What stays the same for a game: the board. Everything else is in each view."""

    def __init__(self, hello):
        board = hello["board"]
        self.routes = {route["id"]: route for route in board["routes"]}
        self.tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
        self.rules = board["rules"]
        self.actions = board["actions"]
        self.near = {city["id"]: [] for city in board["cities"]}
        for route in board["routes"]:
            self.near[route["a"]].append((route["b"], route))
            self.near[route["b"]].append((route["a"], route))

    def choose(self, view):
        """One of the actions that are legal now; `view["legal"]` has their numbers."""
        legal = [self.actions[number] for number in view["legal"]]
        if legal[0].startswith("keep"):
            return max(legal, key=lambda action: self.worth_keeping(view, action))
        pay = [action for action in legal if action.startswith("pay")]
        if pay:
            return min(pay, key=locomotives)
        wanted = self.wanted(view, view["tickets"])
        claims = [action for action in legal if action.startswith("claim")]
        # Without anything left to join, every route is worth its points.
        good = [a for a in claims if a.split()[1] in wanted or not wanted]
        if good:
            return min(good, key=lambda a: (locomotives(a), -self.length(a)))
        draws = [action for action in legal if action.startswith("draw")]
        if draws:
            return self.best_draw(view, draws, wanted)
        # Nothing to draw and nothing wanted to claim: anything is better than waiting.
        return min(claims, key=locomotives, default=legal[-1])

    def length(self, claim):
        return self.routes[claim.split()[1]]["length"]

    def wanted(self, view, tickets):
        """The routes still missing on the shortest ways of some tickets."""
        missing = set()
        for ticket in tickets:
            ends = self.tickets[ticket]
            missing |= self.shortest(view, ends["a"], ends["b"])
        return missing

    def shortest(self, view, a, b):
        """The routes to claim between two cities: those it owns cost nothing, others' are closed.

        An empty set if they are joined already, or cannot be joined any more.
        """
        queue = [(0, a, ())]
        seen = set()
        while queue:
            trains, city, way = heapq.heappop(queue)
            if city == b:
                return set(way)
            if city in seen:
                continue
            seen.add(city)
            for other, route in self.near[city]:
                owner = view["owners"].get(route["id"])
                if owner == view["seat"]:
                    heapq.heappush(queue, (trains, other, way))
                elif owner is None and self.is_open(view, route):
                    more = (trains + route["length"], other, (*way, route["id"]))
                    heapq.heappush(queue, more)
        return set()

    def is_open(self, view, route):
        """Whether the other side of a double route leaves this one free."""
        other = view["owners"].get(route["twin"])
        few = len(view["players"]) <= self.rules["single_track_players"]
        return other is None or (other != view["seat"] and not few)

    def worth_keeping(self, view, action):
        """Points, as long as the trains for all tickets together will do."""
        kept = [view["offer"][int(place) - 1] for place in action.split()[1:]]
        points = sum(self.tickets[ticket]["points"] for ticket in kept)
        routes = self.wanted(view, view["tickets"] + kept)
        trains = sum(self.routes[route]["length"] for route in routes)
        left = view["players"][view["seat"]]["trains"]
        return points if trains <= 0.7 * left else points - 3 * (trains - 0.7 * left)

    def best_draw(self, view, draws, wanted):
        """A card of a colour that is needed most; the deck if nothing on the market helps."""
        need = {}
        for name in wanted:
            route = self.routes[name]
            short = route["length"] - view["hand"].get(route["colour"], 0)
            if route["colour"] != "gray" and short > 0:
                need[route["colour"]] = need.get(route["colour"], 0) + short
        if any(self.routes[name]["colour"] == "gray" for name in wanted) or not wanted:
            # Any colour does for a gray route; what is held already is nearest.
            for colour, count in view["hand"].items():
                need[colour] = need.get(colour, 0) + count / 2
        need["deck"] = 0.5
        return max(draws, key=lambda action: need.get(action.split()[1], 0))


def locomotives(action):
    """How many locomotives a payment spends; they are the best cards to keep."""
    words = action.split()
    return int(words[-2]) if words[-1] == "locomotive" else 0


def main():
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            bot = Traveller(message["hello"])
        elif "view" in message:
            # The answer is one line; without the flush it would wait in a buffer for ever.
            print(bot.choose(message["view"]), flush=True)
        else:
            break  # bye


if __name__ == "__main__":
    main()
