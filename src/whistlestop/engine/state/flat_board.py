"""A board as flat integers: what the hot loop reads instead of `Board`.

Built once for a board and a number of players and shared by all states. It also fixes the layout
of a state's bytes and the dense code of every action. Nothing in it ever changes after
construction.

Routes are grouped into *classes*: routes of one class cost the same (length, colour, ferry
symbols). Claim codes are given out class by class, so the legal actions in ascending order of
code are also grouped by class, and counting them never looks at single routes.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.model.board import GRAY, Board, Route
from whistlestop.model.bonuses import COUNTED

# Fixed bytes at the head of every state.
PHASE: Final = 0
TURN: Final = 1  # the seat whose turn it is; at the opening the one that will begin
PILE: Final = 2  # cards in the pile
TICKETS: Final = 3  # tickets in the deck
TICKET_HEAD: Final = 4  # where in its ring of bytes the ticket deck begins
LAST: Final = 5  # turns left in the last round, or NONE before it
PASSES: Final = 6  # passes in a row
QUIET: Final = 7  # turns in a row that brought nobody anything
OFFERED: Final = 8  # tickets in an offer; at the opening in each
TUNNEL_ROUTE: Final = 9  # the tunnel that waits to be paid, and with what it was begun
TUNNEL_COLOUR: Final = 10
TUNNEL_WILDS: Final = 11
TUNNEL_EXTRA: Final = 12
DISCARDS: Final = 13  # cards in the discards
FACE_UP: Final = 14  # cards in the market
UNANSWERED: Final = 15  # one bit for each seat that has not chosen its opening tickets
FACES: Final = 16  # kinds of cards in the market
STOPPED: Final = 17  # whether ten wipes in a row have just stopped (D7)
HEAD: Final = 18  # how many bytes that are

# In place of a seat or a card: nobody, nothing. In place of a ticket's holder, NONE is the deck and
# OUT is out of the game, or in an offer.
NONE: Final = 255
OUT: Final = 254

# The phases, as PHASE holds them.
OPENING: Final = 0
MAIN: Final = 1
SECOND: Final = 2
KEEPING: Final = 3
TUNNEL: Final = 4
OVER: Final = 5
PHASE_NAMES = ("opening", "turn", "second card", "tickets", "tunnel", "over")

# The codes of actions that are the same on all boards; the others follow (`_lay_out_codes`).
PASS_CODE: Final = 0
TICKETS_CODE: Final = 1
DECLINE_CODE: Final = 2
DECK_CODE: Final = 3
DRAW_CODE: Final = 4

# Bytes in each seat's row of offers: no board may offer more (`boards` refuses it).
MAX_OFFER: Final = 6

# A link is a route and the city beyond it in one number, the city in so many bits.
LINK: Final = 16


def route_class(route: Route, colours: tuple[str, ...]) -> tuple[int, int, int]:
    """Sort key of a route's class: colour (gray last), length, ferry symbols."""
    colour = len(colours) if route.colour == GRAY else colours.index(route.colour)
    return (colour, route.length, route.ferry)


class FlatBoard:
    """Everything static about one board with one number of players."""

    # Set by the methods that `__init__` calls; a value here spares every reader a check.
    route_a: vec[i64]
    route_b: vec[i64]
    route_length: vec[i64]
    route_colour: vec[i64]
    route_ferry: vec[i64]
    route_tunnel: vec[i64]
    route_twin: vec[i64]
    route_points: vec[i64]
    depths: i64 = 0
    bonuses: i64 = 0
    bonus_counts: vec[i64]
    bonus_points: vec[i64]
    bonus_most: vec[i64]
    bonus_city: vec[i64]
    prized: bool = False
    city_points: vec[i64]
    max_district: i64 = 0
    district_start: vec[i64]
    district_cities: vec[i64]
    city_start: vec[i64]
    city_routes: vec[i64]
    city_links: vec[i64]
    classes: i64 = 0
    class_colour: vec[i64]
    class_length: vec[i64]
    class_ferry: vec[i64]
    route_class: vec[i64]
    class_start: vec[i64]
    class_routes: vec[i64]
    colour_classes: vec[i64]
    max_offer: i64 = 0
    keep_code: i64 = 0
    pay_code: i64 = 0
    pay_splits: i64 = 0
    build_code: i64 = 0
    cost_code: vec[i64]
    city_codes: i64 = 0
    claim_code: i64 = 0
    route_code: vec[i64]
    code_route: vec[i64]
    actions: i64 = 0
    o_hand: i64 = 0
    o_depth: i64 = 0
    o_size: i64 = 0
    o_trains: i64 = 0
    o_stations: i64 = 0
    o_held: i64 = 0
    o_answer: i64 = 0
    o_offer: i64 = 0
    o_market: i64 = 0
    o_face: i64 = 0
    o_discard: i64 = 0
    o_revealed: i64 = 0
    o_open: i64 = 0
    o_owner: i64 = 0
    o_station: i64 = 0
    station_cities: i64 = 0
    o_ticket: i64 = 0
    o_queue: i64 = 0
    o_pile: i64 = 0
    state_size: i64 = 0
    ticket_a: vec[i64]
    ticket_b: vec[i64]
    ticket_points: vec[i64]
    ticket_long: vec[i64]
    sorted_cards: vec[u8]
    longs: i64 = 0
    sorted_tickets: vec[u8]
    blank: vec[u8]

    def __init__(self, board: Board, players: int) -> None:
        rules = board.rules
        self.name = board.name
        self.players: i64 = players
        self.colours: i64 = len(board.colours)
        self.kinds: i64 = len(board.colours) + 1
        self.wild: i64 = len(board.colours)
        self.copies: i64 = board.copies
        self.locomotives: i64 = board.locomotives
        self.deck: i64 = board.deck_size
        self.routes: i64 = len(board.routes)
        self.cities: i64 = len(board.cities)
        self.tickets: i64 = len(board.tickets)

        self.hand: i64 = rules.hand
        self.market: i64 = rules.market
        self.wipe: i64 = rules.wipe
        self.trains: i64 = rules.trains
        self.stations: i64 = rules.stations
        self.opening_long: i64 = rules.opening_long
        self.opening_regular: i64 = rules.opening_regular
        self.opening_keep: i64 = rules.opening_keep
        self.refused_out: bool = rules.opening_refused == "out"
        self.draw_tickets: i64 = rules.draw_tickets
        self.draw_keep: i64 = rules.draw_keep
        self.single_track: bool = rules.single_track(players)
        self.tunnel_cards: i64 = rules.tunnel_cards
        self.last_round: i64 = rules.last_round
        self.longest_trail: i64 = rules.longest_trail
        self.globetrotter: i64 = rules.globetrotter
        self.station_points: i64 = rules.station_points
        self.districts: bool = rules.districts
        breaks = rules.tie_breaks
        self.tie_breaks: vec[i64] = vec[i64](
            [("tickets", "stations", "trail").index(name) for name in breaks]
        )

        self._copy_routes(board)
        self._copy_cities(board)
        self.ticket_a = vec[i64]([t.a.index for t in board.tickets])
        self.ticket_b = vec[i64]([t.b.index for t in board.tickets])
        self.ticket_points = vec[i64]([t.points for t in board.tickets])
        mixed = rules.opening_long == 0
        self.ticket_long = vec[i64]([int(t.long and not mixed) for t in board.tickets])
        self._group_classes(board)
        self._lay_out_codes(board)
        self._lay_out_state()
        kinds = list(range(len(board.cards)))
        self.sorted_cards = vec[u8]([u8(k) for k in kinds for _ in range(board.count_of(k))])
        long = [u8(x) for x in range(len(board.tickets)) if self.ticket_long[x]]
        regular = [u8(x) for x in range(len(board.tickets)) if not self.ticket_long[x]]
        self.longs = len(long)
        self.sorted_tickets = vec[u8](long + regular)
        self.blank = self._blank_state()

    def _copy_routes(self, board: Board) -> None:
        gray = len(board.colours)
        index = board.card_index
        routes = board.routes
        self.route_a = vec[i64]([r.a.index for r in routes])
        self.route_b = vec[i64]([r.b.index for r in routes])
        self.route_length = vec[i64]([r.length for r in routes])
        self.route_colour = vec[i64](
            [gray if r.colour == GRAY else index[r.colour] for r in routes]
        )
        self.route_ferry = vec[i64]([r.ferry for r in routes])
        self.route_tunnel = vec[i64]([int(r.tunnel) for r in routes])
        self.route_twin = vec[i64]([-1 if r.twin is None else r.twin for r in routes])
        self.route_points = vec[i64]([board.rules.points[r.length] for r in routes])
        self.depths = max(max(r.length for r in routes), board.rules.stations)

    def _copy_cities(self, board: Board) -> None:
        """Bonuses, districts, and for each city the routes that end there, and where to."""
        self._copy_bonuses(board)
        self._group_districts(board)
        starts = [0]
        ends: list[int] = []
        links: list[int] = []
        for city in board.cities:
            here = [r for r in board.routes if city.index in (r.a.index, r.b.index)]
            ends += [r.index for r in here]
            beyond = [r.a.index + r.b.index - city.index for r in here]
            links += [(r.index << LINK) + b for r, b in zip(here, beyond, strict=True)]
            starts.append(len(ends))
        self.city_start = vec[i64](starts)
        self.city_routes = vec[i64](ends)
        self.city_links = vec[i64](links)

    def _copy_bonuses(self, board: Board) -> None:
        """What each bonus counts and earns, and what reaching each city is worth by itself."""
        bonuses = board.bonuses
        kinds = list(COUNTED)
        self.bonuses = len(bonuses)
        self.bonus_counts = vec[i64]([kinds.index(b.counts) for b in bonuses])
        self.bonus_points = vec[i64]([b.points for b in bonuses])
        self.bonus_most = vec[i64]([int(b.earned == "most") for b in bonuses])
        # For each bonus and city: whether the city counts.
        self.bonus_city = vec[i64]([int(c in b.cities) for b in bonuses for c in board.city_ids])
        each = [b for b in bonuses if b.earned == "each"]
        worth = [sum(b.points for b in each if c in b.cities) for c in board.city_ids]
        self.city_points = vec[i64](worth)
        self.prized = any(worth)

    def _group_districts(self, board: Board) -> None:
        """The cities of district 1, of district 2, and so on; 0 means none."""
        self.max_district = max((c.district for c in board.cities), default=0)
        starts = [0]
        grouped: list[int] = []
        for number in range(1, int(self.max_district) + 1):
            grouped += [c.index for c in board.cities if c.district == number]
            starts.append(len(grouped))
        self.district_start = vec[i64](starts)
        self.district_cities = vec[i64](grouped)

    def _group_classes(self, board: Board) -> None:
        """Number the classes and list the routes of each."""
        keys = sorted({route_class(r, board.colours) for r in board.routes})
        number = {key: i for i, key in enumerate(keys)}
        self.classes = len(keys)
        self.class_colour = vec[i64]([k[0] for k in keys])
        self.class_length = vec[i64]([k[1] for k in keys])
        self.class_ferry = vec[i64]([k[2] for k in keys])
        of_route = [number[route_class(r, board.colours)] for r in board.routes]
        self.route_class = vec[i64](of_route)
        starts = [0]
        grouped: list[int] = []
        for i in range(len(keys)):
            grouped += [r for r, c in enumerate(of_route) if c == i]
            starts.append(len(grouped))
        self.class_start = vec[i64](starts)
        self.class_routes = vec[i64](grouped)
        # Where the classes of each colour begin; the gray ones come last.
        firsts = [sum(1 for k in keys if k[0] < c) for c in range(int(self.colours) + 2)]
        self.colour_classes = vec[i64](firsts)

    def _lay_out_codes(self, board: Board) -> None:
        """Give every action that can ever exist on this board its dense code."""
        colours = len(board.colours)
        offer = max(
            board.rules.opening_long + board.rules.opening_regular, board.rules.draw_tickets
        )
        self.max_offer = offer
        self.keep_code = DRAW_CODE + self.kinds
        self.pay_code = self.keep_code + (1 << offer) - 1
        cards = board.rules.tunnel_cards if any(r.tunnel for r in board.routes) else 0
        self.pay_splits = cards * (cards + 1) // 2
        self.build_code = self.pay_code + colours * self.pay_splits + cards
        costs = [0]
        for cost in range(1, board.rules.stations + 1):
            costs.append(costs[-1] + colours * cost + 1)
        self.cost_code = vec[i64](costs)
        self.city_codes = costs[-1]
        self.claim_code = self.build_code + self.city_codes * self.cities
        bases = [0] * len(board.routes)
        of_code: list[int] = []
        code = int(self.claim_code)
        for index in self.class_routes:
            route = board.routes[index]
            bases[index] = code
            if route.colour == GRAY:
                code += colours * (route.length - route.ferry) + 1
            else:
                code += route.length + 1
            of_code += [index] * (code - bases[index])
        self.route_code = vec[i64](bases)
        self.code_route = vec[i64](of_code)
        self.actions = code

    def _lay_out_state(self) -> None:
        """Decide where in a state's bytes each thing lies."""
        players = self.players
        self.o_hand = HEAD
        # For each seat: of how many colours it holds at least 1, 2, … cards.
        self.o_depth = self.o_hand + players * self.kinds
        self.o_size = self.o_depth + players * self.depths
        self.o_trains = self.o_size + players
        self.o_stations = self.o_trains + players
        self.o_held = self.o_stations + players
        self.o_answer = self.o_held + players
        self.o_offer = self.o_answer + players
        self.o_market = self.o_offer + players * MAX_OFFER
        self.o_face = self.o_market + self.market
        self.o_discard = self.o_face + self.kinds
        self.o_revealed = self.o_discard + self.kinds
        self.o_open = self.o_revealed + self.kinds
        self.o_owner = self.o_open + players * self.classes
        self.o_station = self.o_owner + self.routes
        self.station_cities = self.cities if self.stations else 0
        self.o_ticket = self.o_station + self.station_cities
        self.o_queue = self.o_ticket + self.tickets
        self.o_pile = self.o_queue + self.tickets
        self.state_size = self.o_pile + self.deck

    def _blank_state(self) -> vec[u8]:
        """The bytes of a state with no card dealt, no ticket placed and everything open."""
        d = vec[u8]([u8(0)] * self.state_size)
        for seat in range(self.players):
            d[self.o_trains + seat] = u8(self.trains)
            d[self.o_stations + seat] = u8(self.stations)
            for route in range(self.routes):
                slot = self.o_open + seat * self.classes + self.route_class[route]
                d[slot] = u8(i64(d[slot]) + 1)
        nothing = [(self.o_owner, self.routes), (self.o_market, self.market)]
        nothing += [(self.o_ticket, self.tickets), (self.o_station, self.station_cities)]
        for start, count in nothing:
            for i in range(count):
                d[start + i] = u8(NONE)
        d[LAST] = u8(NONE)
        return d


def filled(count: i64, value: i64) -> vec[i64]:
    """A vec of `count` equal numbers."""
    return vec[i64]([value] * count)
