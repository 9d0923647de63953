"""From geography to a clean layout, by small moves that all wishes agree on.

Every round adds up what is asked of each city and each bow: a pull to geography, lengths that
fit, straight lines, and pushes out of every overlap. The wishes grow weaker beside the pushes
until only those are left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from whistlestop.render.geometry.clashes import neighbours
from whistlestop.render.geometry.drawing import PLACES
from whistlestop.render.geometry.shapes import Bounds, Shape, around, far_apart, way_out
from whistlestop.render.layout.positions import KEEP, BoardLayout, Body

PUSH = 0.2
"""The part of an overlap that one round undoes."""
COMFORT = 4.0
"""Room beside its spaces that every route gets."""
SUPPLE = 0.25
"""How readily a route bends, compared with how readily a city moves."""
STEEP = 0.2
"""The bow, as a part of the chord, from which a route straightens itself much more strongly."""
STRAIGHT, COMPACT = 4.0, 2.0
"""How strong those wishes are beside the pull to geography."""
BOWS = (0.0, *(sign * ratio for ratio in (0.05, 0.1, 0.15, 0.2, 0.26) for sign in (1, -1)))
"""Bows worth trying, as parts of the chord."""
CROSSING = 80.0
"""How many pixels of overlap one crossing of two routes is as bad as."""
CHOOSE = 40
"""Rounds between two choices of bows and label places."""
STAGES = ((100, 0.02), (120, 0.012), (120, 0.008), (160, 0.004), (160, 0.002), (200, 0.001))
"""Rounds, and how strong the wishes are in them; a last stage only pushes."""
LAST_ROUNDS = 400


def relax(layout: BoardLayout) -> None:
    """Move everything until nothing overlaps and every route has room."""
    for stage, (rounds, wish) in enumerate(STAGES):
        for n in range(rounds):
            if n % CHOOSE == 0 and stage < len(STAGES) - 1:
                choose_places(layout)
                if stage > 0:
                    choose_bows(layout)
            one_round(layout, wish)
    for _ in range(LAST_ROUNDS):
        if layout.trouble() == 0.0:
            break
        one_round(layout, 0.0)


class SummedMoves:
    """What the wishes of one round add up to."""

    def __init__(self, layout: BoardLayout) -> None:
        self.layout = layout
        self.shift = [[0.0, 0.0] for _ in layout.points]
        self.bend = [0.0] * len(layout.links)

    def city(self, city: int, x: float, y: float) -> None:
        """Add a move of a city."""
        self.shift[city][0] += x
        self.shift[city][1] += y

    def body(self, body: Body, x: float, y: float, pinned: int | None) -> None:
        """Move a shape by what it hangs on; a pinned city is one that both shapes hang on."""
        if body.link >= 0:
            self._space(body, x, y, pinned)
        elif body.city != pinned:
            self.city(body.city, x, y)

    def _space(self, body: Body, x: float, y: float, pinned: int | None) -> None:
        link, t = self.layout.links[body.link], body.t
        arms = [(city, arm) for city, arm in ((link.a, 1 - t), (link.b, t)) if city != pinned]
        lean = 4 * t * (1 - t)
        leverage = max(sum(arm * arm for _, arm in arms) + SUPPLE * lean * lean, 0.2)
        for city, arm in arms:
            self.city(city, x * arm / leverage, y * arm / leverage)
        side = self.layout.curve(body.link).side
        self.bend[body.link] += SUPPLE * (x * side[0] + y * side[1]) * lean / leverage

    def move_layout(self, most: float = 5.0) -> None:
        """Move the cities and bend the routes by these sums, each at most `most` pixels."""
        layout = self.layout
        for i, (dx, dy) in enumerate(self.shift):
            cap = min(1.0, most / (math.hypot(dx, dy) or 1.0))
            x, y = layout.points[i]
            layout.points[i] = (x + dx * cap, y + dy * cap)
        for i, change in enumerate(self.bend):
            layout.bows[i] += min(max(change, -most), most)


def one_round(layout: BoardLayout, wish: float) -> None:
    """Add up what everything asks for, and move the layout by it."""
    moves = SummedMoves(layout)
    push_apart(layout, moves)
    for i in range(len(layout.links)):
        fit_length(layout, moves, i, wish)
        straighten(layout, moves, i, wish)
    for i, (home, here) in enumerate(zip(layout.home, layout.points, strict=True)):
        moves.city(i, wish * (home[0] - here[0]), wish * (home[1] - here[1]))
    moves.move_layout()


def push_apart(layout: BoardLayout, moves: SummedMoves) -> None:
    """Ask for a part of the way out of every overlap."""
    bodies = layout.bodies()
    for i, j in neighbours([b.shape for b in bodies], KEEP):
        a, b = bodies[i], bodies[j]
        if not a.belongs_with(b) and (out := way_out(a.shape, b.shape, KEEP)):
            pinned = shared_city(layout, a, b)
            moves.body(a, PUSH * out[0], PUSH * out[1], pinned)
            moves.body(b, -PUSH * out[0], -PUSH * out[1], pinned)


def shared_city(layout: BoardLayout, a: Body, b: Body) -> int | None:
    """The city that two bodies both hang on, if there is one."""
    return next(iter(sorted(ends(layout, a) & ends(layout, b))), None)


def ends(layout: BoardLayout, body: Body) -> set[int]:
    """The cities that a body hangs on."""
    if body.link < 0:
        return {body.city}
    return {layout.links[body.link].a, layout.links[body.link].b}


def fit_length(layout: BoardLayout, moves: SummedMoves, i: int, wish: float) -> None:
    """Stretch a route that is too short for its spaces, draw together one that is too long."""
    link, curve = layout.links[i], layout.curve(i)
    lack = link.need + COMFORT - curve.length
    if lack < 0:
        lack = min(lack + 0.12 * link.need, 0.0) * COMPACT * wish
    ratio = layout.bows[i] / (curve.chord or 1.0)
    stretch, bend = 1 - 8 / 3 * ratio * ratio, 16 / 3 * ratio
    force = 0.4 * lack / (2 * stretch * stretch + SUPPLE * bend * bend)
    ux, uy = -curve.side[1] * force * stretch, curve.side[0] * force * stretch
    moves.city(link.a, -ux, -uy)
    moves.city(link.b, ux, uy)
    moves.bend[i] += SUPPLE * force * bend


def straighten(layout: BoardLayout, moves: SummedMoves, i: int, wish: float) -> None:
    """Ask a bent route for less bow, and a steep one for much less."""
    bow = layout.bows[i]
    steep = max(abs(bow) - STEEP * layout.curve(i).chord, 0.0)
    moves.bend[i] -= STRAIGHT * wish * bow + 0.2 * math.copysign(steep, bow)


def choose_places(layout: BoardLayout) -> None:
    """Give each label the place where it is least in the way, a few times over."""
    bodies = layout.bodies()
    cities = range(len(layout.points))
    for city in [*cities, *cities, *cities]:
        own = len(bodies) - len(cities) + city
        x, y = layout.points[city]
        reach = (x - 130, y - 60, x + 130, y + 60)
        others = near(bodies[:own] + bodies[own + 1 :], reach)
        costs = {
            place: in_the_way(layout.label(city, place).shape, others)
            + 0.4 * PLACES.index(place)
            - 2.0 * (place == layout.places[city])
            for place in PLACES
        }
        layout.places[city] = min(costs, key=costs.__getitem__)
        bodies[own] = bodies[own]._replace(shape=layout.label(city).shape)


def near(bodies: Iterable[Body], reach: Bounds) -> list[Shape]:
    """The shapes of the bodies that reach into a box."""
    return [b.shape for b in bodies if not far_apart(b.shape.bounds, reach)]


def in_the_way(shape: Shape, others: Iterable[Shape]) -> float:
    """How deep a shape lies in others, in pixels."""
    outs = (way_out(shape, other, KEEP) for other in others)
    return sum(math.hypot(*out) for out in outs if out)


def choose_bows(layout: BoardLayout) -> None:
    """Give each route in trouble the bow with the least trouble."""
    bodies = layout.bodies()
    for i in range(len(layout.links)):
        chord = layout.curve(i).chord
        others = near((b for b in bodies if b.link != i), where(layout, i, 0.3 * chord + 20))
        now = bow_cost(layout, i, layout.bows[i], others)
        if now < 1.0:
            continue
        options = [ratio * chord for ratio in BOWS]
        cost, _, bow = min((bow_cost(layout, i, bow, others), abs(bow), bow) for bow in options)
        if cost < now - 4.0:
            layout.bows[i] = bow
            bodies = layout.bodies()


def where(layout: BoardLayout, link: int, grow: float) -> Bounds:
    """The bounds of a link's two cities, grown on every side."""
    ends = layout.links[link]
    return around(((*layout.points[i], *layout.points[i]) for i in (ends.a, ends.b)), grow)


def bow_cost(layout: BoardLayout, i: int, bow: float, others: Sequence[Shape]) -> float:
    """How bad a bow would be: overlaps, crossings, lacking length, and being bent at all."""
    curve = layout.curve(i, bow)
    clash = sum(in_the_way(space.shape, others) for space in layout.spaces(i, bow))
    crossed = sum(layout.curve(j).crosses(curve) for j in range(len(layout.links)) if j != i)
    lack = max(layout.links[i].need - curve.length, 0.0)
    return clash + CROSSING * crossed + 0.5 * lack + 0.3 * abs(bow)
