"""Every kind of broken board: an edit of a sound one, the code and the sentence it gets.

Only data and the few functions that make edits; the tests that use them are elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

Edit = Callable[[dict[str, Any]], object]
GONE = object()


def put(path: str, value: Any) -> Edit:
    """An edit that sets, or with `GONE` deletes, what a path like `routes.0.length` names."""

    def edit(data: dict[str, Any]) -> None:
        *way, last = path.split(".")
        node: Any = data
        for step in way:
            node = node[int(step)] if isinstance(node, list) else node[step]
        key: Any = int(last) if isinstance(node, list) else last
        if value is GONE:
            del node[key]
        else:
            node[key] = value

    return edit


def add(path: str, *values: Any) -> Edit:
    return lambda data: data[path].extend(values)


def route(cities: str, **more: Any) -> dict[str, Any]:
    return {"cities": cities, "length": 1, "colour": "red"} | more


def ticket(cities: str, **more: Any) -> dict[str, Any]:
    return {"cities": cities, "points": 5, "sets": ["all"]} | more


def city(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "lat": 1.0, "lon": 2.0} | more


def many_cities(data: dict[str, Any]) -> None:
    data["cities"] |= {f"c{n}": city(f"C{n}") for n in range(250)}


def some_positions(data: dict[str, Any]) -> None:
    for id in ("north", "west", "east"):
        data["cities"][id] |= {"x": 5, "y": 5}


def on_no_map(data: dict[str, Any]) -> None:
    for key in ("lat", "lon"):
        del data["cities"]["south"][key]


def outside(data: dict[str, Any]) -> None:
    data["canvas"] = {"width": 300, "height": 300}
    for row in data["cities"].values():
        row |= {"x": 5, "y": 5}
    data["cities"]["east"]["y"] = 301.5


def districts(**numbers: int) -> Edit:
    def edit(data: dict[str, Any]) -> None:
        for id, number in numbers.items():
            data["cities"][id]["district"] = number

    return edit


def bonus(name: str = "coast", **values: Any) -> Edit:
    sound = {"counts": "cities", "cities": ["north"], "points": 2, "label": "Coast"}
    kept = {key: value for key, value in (sound | values).items() if value is not GONE}
    return lambda data: data.setdefault("bonuses", {}).update({name: kept})


def bonuses(count: int) -> Edit:
    rows = {f"b{n}": {"counts": "tickets", "points": 1, "label": "B"} for n in range(count)}
    return lambda data: data.update(bonuses=rows)


def option(**values: Any) -> Edit:
    return lambda data: data["options"]["quick"].update(values)


def rules(**values: Any) -> Edit:
    return lambda data: data["rules"].update(values)


BROKEN: list[tuple[Edit, str, str]] = [
    # the file as a whole
    (put("format", GONE), "missing", "tiny.toml: format is missing"),
    (
        put("format", 2),
        "format",
        "tiny.toml: is written in format 2, and this program reads 1",
    ),
    (put("format", "1"), "type", "tiny.toml: format must be a whole number, not text"),
    (put("id", GONE), "missing", "tiny.toml: id is missing"),
    (put("id", "My Board"), "range", 'tiny.toml: id "My Board" is not a short name like new-york'),
    (put("title", ""), "range", "tiny.toml: title must be one line of 1 to 400 characters"),
    (put("title", "a\nb"), "range", "tiny.toml: title must be one line of 1 to 400 characters"),
    (put("says", "x" * 401), "range", "tiny.toml: says must be one line of 1 to 400 characters"),
    (put("starter", 3), "type", "tiny.toml: starter must be text, not a whole number"),
    (put("says", date(2020, 1, 1)), "type", "tiny.toml: says must be text, not a date"),
    (
        put("tikets", []),
        "unknown-key",
        'tiny.toml: has no key "tikets"; did you mean "tickets"?',
    ),
    (put("qqq", 1), "unknown-key", 'tiny.toml: has no key "qqq"'),
    (put("routes", {}), "type", "tiny.toml: routes must be a list, not a table"),
    (put("rules", []), "type", "rules: must be a table, not a list"),
    (put("labels.loco", "x"), "unknown-key", 'labels: has no key "loco"'),
    (
        put("labels.trains", "x"),
        "unknown-key",
        'labels: has no key "trains"; did you mean "train"?',
    ),
    # cards
    (put("cards.colours", []), "limit", "cards: a board has 1 to 12 colours, not 0"),
    (
        put("cards.colours", [f"c{'a' * n}" for n in range(13)]),
        "limit",
        "cards: a board has 1 to 12 colours, not 13",
    ),
    (put("cards.colours.1", "red"), "duplicate", 'cards: colours names "red" twice'),
    (put("cards.colours.1", 7), "type", "cards: colours must hold texts only, not a whole number"),
    (put("cards.colours.1", "Sky Blue"), "range", 'cards: colour "Sky Blue" is not a short name'),
    (put("cards.colours.1", "gray"), "range", 'cards: "gray" cannot be the name of a colour'),
    (put("cards.colours.1", "deck"), "range", 'cards: "deck" cannot be the name of a colour'),
    (
        put("cards.colours.1", "locomotive"),
        "range",
        'cards: "locomotive" cannot be the name of a colour',
    ),
    (put("cards.copies", 0), "range", "cards: copies must be between 1 and 250, not 0"),
    (put("cards.copies", 124), "limit", "cards: a deck has at most 250 cards, not 252"),
    (put("cards.locomotives", GONE), "missing", "cards: locomotives is missing"),
    # cities
    (put("cities", {}), "limit", "cities: a board has 2 to 250 cities, not 0"),
    (many_cities, "limit", "cities: a board has 2 to 250 cities, not 254"),
    (put("cities.New York", city("x")), "range", 'cities: "New York" is not a short name like new'),
    (put("cities.west", 7), "type", "city west: must be a table, not a whole number"),
    (put("cities.west.name", GONE), "missing", "city west: name is missing"),
    (
        put("cities.west.name", "North"),
        "duplicate",
        'city west: has the same name as city north, "North"',
    ),
    (put("cities.west.lat", 91), "range", "city west: lat must be between -90 and 90, not 91"),
    (
        put("cities.west.lat", float("nan")),
        "range",
        "city west: lat must be between -90 and 90, not nan",
    ),
    (put("cities.west.lat", 1 << 20000), "range", "city west: lat must be between -90 and 90, not"),
    (put("cities.west.lon", GONE), "missing", "city west: lon is missing"),
    (put("cities.west.lon", True), "type", "city west: lon must be a number, not true or false"),
    (put("cities.west.x", 5), "missing", "city west: y is missing"),
    (some_positions, "position", "city south: has no x and y, though others do"),
    (on_no_map, "position", "city south: has no lat and lon, though others do; whistlestop board"),
    (
        outside,
        "position",
        "city east: x 5, y 301.5 lies outside the canvas of 300 by 300",
    ),
    (put("canvas", {"width": 500}), "missing", "canvas: height is missing"),
    (put("cities.west.fixed", True), "position", "city west: is fixed, but has no x and y"),
    (put("cities.west.station", "e"), "type", "city west: station must be a list, not text"),
    (
        put("cities.west.label", [3, 4, 5]),
        "range",
        "city west: label must be two numbers like [4.5, -12], not 3",
    ),
    (
        put("canvas", {"width": 500, "height": 500, "letters": 1}),
        "range",
        "canvas: letters must be between 5 and 40, not 1",
    ),
    (
        put("cities.west.label", "north"),
        "range",
        'city west: label must be one of n, ne, e, se, s, sw, w, nw, not "north"',
    ),
    (
        put("cities.west.atraction", True),
        "unknown-key",
        'city west: has no key "atraction"; did you mean "attraction"?',
    ),
    (
        districts(west=0),
        "range",
        "city west: district must be between 1 and 20, not 0",
    ),
    (
        districts(west=1, east=1, south=2),
        "rules",
        "city south: is alone in district 2, and a district links two or more",
    ),
    (
        put("cities.alone", city("Alone")),
        "disconnected",
        "city alone: cannot be reached from north",
    ),
    # routes
    (put("routes", []), "limit", "routes: a board has 1 to 250 routes, not 0"),
    (
        add("routes", *[route("north-south")] * 245),
        "limit",
        "routes: a board has 1 to 250 routes, not 251",
    ),
    (add("routes", "north-south"), "type", "route 7: must be a table, not text"),
    (put("routes.2.cities", GONE), "missing", "route 3: cities is missing"),
    (
        put("routes.2.cities", "north"),
        "range",
        'route 3: cities must be two ids like "paris-zurich", not "north"',
    ),
    (put("routes.2.cities", 5), "type", "route 3: cities must be text, not a whole number"),
    (
        put("routes.2.cities", "north-eastt"),
        "unknown-city",
        'route north–eastt: there is no city "eastt"; did you mean "east"?',
    ),
    (
        put("routes.2.cities", "north-qqqqq"),
        "unknown-city",
        'route north–qqqqq: there is no city "qqqqq"',
    ),
    (
        put("routes.2.cities", "north-north"),
        "same-city",
        "route north–north: must join two different cities",
    ),
    (
        put("routes.2.length", 5),
        "route",
        "route north–east: length 5 has no value in rules.points",
    ),
    (
        put("routes.2.length", 13),
        "range",
        "route north–east: length must be between 1 and 12, not 13",
    ),
    (put("routes.2.length", GONE), "missing", "route north–east: length is missing"),
    (
        put("routes.0.colour", "rad"),
        "unknown-colour",
        'route north–west: there are no cards of the colour "rad"; did you mean "red"?',
    ),
    (
        put("routes.2.tunnel", True),
        "route",
        "route north–east: cannot be a ferry and a tunnel",
    ),
    (put("routes.2.colour", "red"), "route", "route north–east: a ferry is gray, not red"),
    (
        put("routes.2.ferry", 4),
        "route",
        "route north–east: ferry 4 is more than its length 3",
    ),
    (
        put("routes.2.tunel", True),
        "unknown-key",
        'route north–east: has no key "tunel"; did you mean "tunnel"?',
    ),
    (put("routes.2.bow", "left"), "type", "route north–east: bow must be a number, not text"),
    (
        put("routes.2.bow", [1.0]),
        "range",
        "route north–east: bow must be two numbers like [4.5, -12], not 1",
    ),
    (
        put("routes.2.bow", [1.0, "left"]),
        "type",
        "route north–east: bow must be two numbers, not text",
    ),
    (
        put("routes.2.bow", [1.0, 2000]),
        "range",
        "route north–east: bow must be between -1000 and 1000, not 2000",
    ),
    (
        add("routes", route("west-north")),
        "duplicate",
        "route north–west: 3 routes join these two cities, and two is the most",
    ),
    (
        put("cards.locomotives", 0),
        "route",
        "route north–east: ferry 1 is more than the 0 locomotives",
    ),
    (
        put("cards", {"colours": ["red", "blue"], "copies": 1, "locomotives": 1}),
        "deal",
        "rules: hands of 2 players and the market take 7 cards, and the deck has only 3",
    ),
    (
        lambda data: (
            put("cards", {"colours": ["red", "blue"], "copies": 1, "locomotives": 1})(data),
            rules(hand=0, market=2)(data),
        ),
        "route",
        "route north–east: length 3 is more than all cards of one colour and locomotives",
    ),
    (
        rules(trains=2, last_round=1),
        "route",
        "route north–east: length 3 is more than the 2 trains of a player",
    ),
    # tickets
    (put("tickets", []), "limit", "tickets: a board has at least 1 ticket"),
    (
        put("tickets.2.cities", "north-nort"),
        "unknown-city",
        'ticket north–nort: there is no city "nort"; did you mean "north"?',
    ),
    (
        put("tickets.2.cities", "east-east"),
        "same-city",
        "ticket east–east: must join two different cities",
    ),
    (put("tickets.2.points", GONE), "missing", "ticket north–east: points is missing"),
    (
        put("tickets.2.points", -1),
        "range",
        "ticket north–east: points must be between 0 and 250, not -1",
    ),
    (
        put("tickets.2.long", 1),
        "type",
        "ticket north–east: long must be true or false, not a whole number",
    ),
    (
        put("tickets.2.sets", GONE),
        "missing",
        "ticket north–east: names no sets, though other tickets do",
    ),
    (
        put("tickets.2.sets", ["alll"]),
        "unknown-set",
        'ticket north–east: nothing plays the set "alll"; did you mean "all"?',
    ),
    (put("tickets.2.sets", ["A B"]), "range", 'ticket north–east: set "A B" is not a short name'),
    (
        add("tickets", ticket("east-north", points=3)),
        "duplicate",
        'ticket east–north: is twice in the set "all" with 3 points',
    ),
    (
        add("tickets", *(ticket("west-east", points=n) for n in range(250))),
        "limit",
        'tickets: a set has at most 250 tickets, and "all" has 256',
    ),
    (
        put("ticket_set", "al"),
        "unknown-set",
        'tiny.toml: no ticket is in the set "al"; did you mean "all"?',
    ),
    (put("ticket_set", GONE), "missing", "tiny.toml: ticket_set is missing"),
    # rules
    (put("rules.hand", GONE), "missing", "rules: hand is missing"),
    (rules(hand=51), "range", "rules: hand must be between 0 and 50, not 51"),
    (rules(hand=2.0), "type", "rules: hand must be a whole number, not a number"),
    (rules(hands=2), "unknown-key", 'rules: has no key "hands"; did you mean "hand"?'),
    (rules(min_players=1), "range", "rules: min_players must be between 2 and 5, not 1"),
    (rules(max_players=6), "range", "rules: max_players must be between 2 and 5, not 6"),
    (rules(min_players=3), "rules", "rules: min_players 3 is more than max_players 2"),
    (rules(trains=201), "range", "rules: trains must be between 1 and 200, not 201"),
    (rules(last_round=10), "rules", "rules: last_round 10 must be less than trains 10"),
    (rules(market=0), "range", "rules: market must be between 1 and 10, not 0"),
    (rules(market=11), "range", "rules: market must be between 1 and 10, not 11"),
    (rules(wipe=0), "range", "rules: wipe must be between 1 and 11, not 0"),
    (rules(tunnel_cards=6), "range", "rules: tunnel_cards must be between 0 and 5, not 6"),
    (rules(stations=6), "range", "rules: stations must be between 0 and 5, not 6"),
    (rules(points=5), "type", "rules.points: must be a table, not a whole number"),
    (
        rules(points={"one": 1}),
        "range",
        'rules.points: "one" is not a length between 1 and 12',
    ),
    (
        rules(points={"13": 1}),
        "range",
        'rules.points: "13" is not a length between 1 and 12',
    ),
    (
        rules(points={"1": -1}),
        "range",
        "rules.points: 1 must be between 0 and 250, not -1",
    ),
    (
        rules(opening_refused="away"),
        "range",
        'rules: opening_refused must be one of under, out, not "away"',
    ),
    (
        rules(tie_breaks=["ticket"]),
        "range",
        'rules: tie_breaks cannot hold "ticket"; did you mean "tickets"?',
    ),
    (
        rules(tie_breaks=["trail", "trail"]),
        "duplicate",
        'rules: tie_breaks names "trail" twice',
    ),
    (put("bonuses", 3), "type", "bonuses: must be a table, not a whole number"),
    (put("bonuses", {"coast": 3}), "type", "bonus coast: must be a table, not a whole number"),
    (bonuses(9), "limit", "bonuses: a board has at most 8 bonuses of its own, not 9"),
    (bonus("__proto__"), "range", 'bonuses: "__proto__" is not a short name like harbours'),
    (bonus("total"), "duplicate", 'bonuses: "total" is the name of an item of every score'),
    (bonus(colour="red"), "unknown-key", 'bonus coast: has no key "colour"'),
    (bonus(counts=GONE), "missing", "bonus coast: counts is missing"),
    (
        bonus(counts="towns"),
        "range",
        "bonus coast: counts must be one of cities, districts, stations, tickets, trail,"
        ' not "towns"',
    ),
    (bonus(points=0), "range", "bonus coast: points must be between 1 and 100, not 0"),
    (bonus(earned="all"), "range", 'bonus coast: earned must be one of each, most, not "all"'),
    (bonus(cities=GONE), "missing", "bonus coast: cities is missing"),
    (bonus(cities=[]), "range", "bonus coast: cities must name one or more"),
    (
        bonus(cities=["nord"]),
        "unknown-city",
        'bonus coast: there is no city "nord"; did you mean "north"?',
    ),
    (bonus(cities=["north"] * 2), "duplicate", 'bonus coast: cities names "north" twice'),
    (bonus(counts="trail"), "rules", "bonus coast: counts trail, so it cannot list cities"),
    (
        bonus(counts="districts", cities=GONE),
        "rules",
        "bonus coast: counts districts, and the board has none",
    ),
    (bonus(label=GONE), "missing", "bonus coast: label is missing"),
    (bonus(label=3), "type", "bonus coast.label: must be a table, not a whole number"),
    (bonus(label={"nl": "Kust"}), "missing", "bonus coast.label: en is missing"),
    (bonus(label={"en": "Coast", "xx": "K"}), "unknown-key", 'bonus coast.label: has no key "xx"'),
    (
        bonus(label="C" * 41),
        "range",
        "bonus coast.label: en must be a few words, at most 40 characters",
    ),
    (rules(districts=1), "type", "rules: districts must be true or false, not a whole number"),
    (rules(districts=True), "rules", "rules: districts is true and no city has a district"),
    (
        rules(attraction_points=1),
        "rules",
        "rules: attraction_points is given and no city is an attraction",
    ),
    (
        rules(opening_regular=6),
        "rules",
        "rules: 1 to 6 tickets are dealt to a player at the start, not 7",
    ),
    (
        rules(opening_regular=0, opening_long=0),
        "rules",
        "rules: 1 to 6 tickets are dealt to a player at the start, not 0",
    ),
    (rules(opening_keep=4), "rules", "rules: opening_keep 4 is more than the 3 tickets dealt"),
    (rules(draw_keep=3), "rules", "rules: draw_keep 3 is more than draw_tickets 2"),
    (rules(draw_tickets=7), "range", "rules: draw_tickets must be between 1 and 6, not 7"),
    (
        rules(hand=7),
        "deal",
        "rules: hands of 2 players and the market take 17 cards, and the deck has only 16",
    ),
    (
        rules(opening_regular=3),
        "deal",
        "rules: 2 players are dealt 6 regular tickets, and there are only 4",
    ),
    (
        rules(opening_long=2),
        "deal",
        "rules: 2 players are dealt 4 long tickets, and there are only 2",
    ),
    # options
    (put("options", 3), "type", "options: must be a table, not a whole number"),
    (put("options.quick", 3), "type", "options.quick: must be a table, not a whole number"),
    (put("options.quick.says", GONE), "missing", "options.quick: says is missing"),
    (put("options.Q Q", {"says": "x"}), "range", 'options: "Q Q" is not a short name like big'),
    (option(ticket_set="xyz"), "unknown-set", 'options.quick: no ticket is in the set "xyz"'),
    (
        option(ruels={}),
        "unknown-key",
        'options.quick: has no key "ruels"; did you mean "rules"?',
    ),
    (
        option(rules={"hand": "many"}),
        "type",
        "options.quick.rules: hand must be a whole number, not text",
    ),
    (
        option(rules={"opening_keep": 5}),
        "rules",
        "options.quick.rules: opening_keep 5 is more than the 3 tickets dealt",
    ),
    (
        option(rules={"points": {"1": 1, "2": 2}}),
        "route",
        "route north–east: length 3 has no value in options.quick.rules.points",
    ),
]
