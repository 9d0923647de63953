"""A table's state, derived from its log by applying one entry after the other.

The log is the only truth: whoever applies the same entries to a new state gets an equal one, in
another process or after a restart. Nothing here decides whether something is allowed, and nothing
is sent from here.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct, field
from msgspec.structs import astuple, replace

from whistlestop.engine.forking import played_until
from whistlestop.engine.game import Game
from whistlestop.protocol.messages import Status, TablePart
from whistlestop.protocol.options import Colour, Live, Mail, Options, Untimed
from whistlestop.server.store.base import LogEntry
from whistlestop.server.table import entries as en
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.dealing import deal, deal_part, renumbered, taken_back
from whistlestop.server.table.origin import origin_part
from whistlestop.server.table.seat import Seat
from whistlestop.server.table.taking_back.agreement import TakeBackQuestion, question_after
from whistlestop.server.table.talk.lines import LogLines
from whistlestop.server.table.turn_clock import TurnClock

DAY = 86_400_000  # milliseconds

GameEvents = tuple[tuple[int, int, int, int], ...]
"""Events as the engine notes them, secrets and all: (kind, a, b, c)."""


# There are many, they live long and refer to nothing that refers back: without `gc` the garbage
# collector need not look at them again and again.
class LogLine(Struct, frozen=True, gc=False):
    """An entry of the log as it is kept in memory, with the game's events."""

    seq: int
    at: int
    who: str
    cmd: str
    body: en.Body
    events: GameEvents = ()
    digest: str = ""  # of the command


class TableState(Struct, eq=False):
    """Everything that is true of a table at one version of its log.

    An entry that is about to be stored gives a state `ahead` of this one, which takes its place
    once the entry is stored. Both share the lines of the log.
    """

    id: str
    version: int = 0
    status: Status = "gathering"
    options: Options = Options()
    seats: list[Seat] = []
    host: str = ""
    invite: str = ""
    secret: str | None = None  # the server's part of the luck
    origin: en.Origin | None = None  # the game that this one goes on from
    created: int = 0
    rematch: str | None = None
    invited: frozenset[str] = frozenset()  # guests who need no invite while people gather
    kicked: frozenset[str] = frozenset()  # guests who come back by a new invite only
    hands: frozenset[tuple[str, int]] = frozenset()  # guests who have seen a seat's hand
    serial: int = 0
    game: Game | None = None
    waiting: tuple[int, ...] = ()  # the seats that the game waits for
    lines: LogLines = field(default_factory=LogLines)
    opened: int = 0  # the version at which the opening choice was asked
    moved: int = 0  # the version of the newest change of the game
    reached: int = 0  # what the game clock showed at this version
    clock: TurnClock = TurnClock()
    question: TakeBackQuestion | None = None  # the take-back that rivals are asked about
    shuffles: int = 0  # how often a pile was shuffled after a take-back
    closed: int | None = None  # what the game clock showed when the table was closed
    _done: dict[tuple[str, str], LogLine] = {}  # the lines that commands made
    _summary: bytes | None = None

    def __repr__(self) -> str:
        """Which table this is; its fields hold secrets."""
        return f"TableState({self.id!r}, version={self.version})"

    def ahead(
        self, entry: LogEntry, body: en.Body, beside: en.Beside, played: Game | None
    ) -> tuple[TableState, LogLine]:
        """The state that the next entry will lead to, and its line for the log; `played` is the
        game after it, where it is known.

        The line is not in the log yet: `add_line` adds it, once the entry is stored.
        """
        state = replace(self, seats=list(self.seats))
        return state, state._take_in(entry, body, beside, played)

    def add_line(self, line: LogLine) -> None:
        """Note the newest line of the log."""
        forgotten = self.lines.add(line)
        if forgotten is not None:
            self._done.pop((forgotten.who, forgotten.cmd), None)
        self._done[line.who, line.cmd] = line

    # What follows from the log

    def apply(self, entry: LogEntry, body: en.Body) -> LogLine:
        """Take in the next entry of the log."""
        line = self._take_in(entry, body, en.decode_beside(entry.body), None)
        self.add_line(line)
        return line

    def _take_in(
        self, entry: LogEntry, body: en.Body, beside: en.Beside, played: Game | None
    ) -> LogLine:
        """Change what an entry changes."""
        self.lines.check_place(entry.seq, self.version, body, beside.said)
        self.version = entry.seq
        shown = beside.clock or entry.at
        if shown > self.reached:
            self.reached = shown
        if type(body) is en.Said:  # it changes nothing else
            return LogLine(entry.seq, entry.at, entry.who, entry.cmd, body, (), beside.digest)
        events = self._apply_body(entry, body, played)
        self.waiting = () if self.game is None else self.game.waiting
        self.question = question_after(self.question, entry.seq, body)
        if self.status == "over" or type(body) is not en.Did:
            self._summary = None
        return LogLine(entry.seq, entry.at, entry.who, entry.cmd, body, events, beside.digest)

    def _apply_body(self, entry: LogEntry, body: en.Body, played: Game | None) -> GameEvents:
        """What happens in the game with an entry; most entries concern the seats only."""
        if type(body) is en.Did:
            return self._apply_action(entry, body, played)
        if isinstance(body, en.Started):
            return self._start(entry, body, played)
        if isinstance(body, en.TookBack):
            self.game = played if played is not None else taken_back(self.without(body.plies), body)
            self.shuffles = max(self.shuffles, body.again)
            self.opened = self.moved = entry.seq
            self.clock = self.clock.taken_back(self.reached, len(self.game.plies))
        elif isinstance(body, en.Created):
            self._create(entry, body)
        else:
            self._rearrange(body)
        return ()

    def _create(self, entry: LogEntry, body: en.Created) -> None:
        self.options, self.host, self.invite = body.options, body.guest, body.invite
        self.created, self.invited = entry.at, frozenset(body.invited)
        self.secret, self.origin = body.secret, body.origin
        self.seats = [Seat(*astuple(seat)) for seat in body.seats]

    def _apply_action(self, entry: LogEntry, body: en.Did, played: Game | None) -> GameEvents:
        if played is None:
            assert self.game is not None
            self.game.advance(body.do, body.seat, got=body.got)
        else:
            self.game = played
        assert self.game is not None
        self.moved = entry.seq
        self._note_turn()
        if self.game.over:
            self.status = "over"
        return self.game.plies[-1].events

    def _start(self, entry: LogEntry, body: en.Started, played: Game | None) -> GameEvents:
        called = zip(body.seats, body.names, strict=True)
        self.seats = [replace(self.seats[i], name=name) for i, name in called]
        self.options = renumbered(self.options, body.seats)
        start = (self.options.board, body, self.origin)
        self.game = played if played is not None else deal(*start)
        self.shuffles = max((step.again for step in self.game.shuffles), default=0)
        self.status = "playing"
        self.opened = self.moved = entry.seq
        self.clock = TurnClock(self.reached)
        self._note_hands()
        return self.game.deal_events if self.origin is None else ()

    def _rearrange(self, body: en.Body) -> None:
        """Apply an entry that changes the seats and not the game."""
        match body:
            case en.Sat(seat, guest, name, colour, moved):
                self._note_return(seat)
                if moved:
                    self._move(self.seats[seat].guest, guest)
                elif self.status == "gathering":
                    self._set(seat, value=None)
                # The names of a running game are those it was dealt with.
                called = name if self.status == "gathering" else self.seats[seat].name
                # A token hands a seat over once: nobody else holds a key to a person's seat.
                self._set(seat, kind="human", guest=guest, name=called, away=None, serial=0)
                self._note_hands()
                self._paint(seat, colour)
            case en.Painted(seat, colour):
                self._paint(seat, colour)
            case en.Left(seat, why, invite):
                self.invite = invite or self.invite
                self._leave(seat, why)
                self._set(seat, since=self.reached)
            case en.Returned(seat):
                self._note_return(seat)
                self._set(seat, away=None)
            case en.Arranged(seat, use, title, bot):
                owner = self.host if use == "here" else None
                changed = {"name": title, "bot": bot, "guest": owner}
                self._set(seat, kind=use, serial=0, value=None, **changed)
            case en.Valued(seat, value):
                self._set(seat, value=value)
            case en.Reissued(seat, serial):
                self.serial = serial
                # Logs of before have such entries for people's seats, too; they grant nothing.
                if self.seats[seat].kind == "remote":
                    self._set(seat, serial=serial)
                    if self.status == "gathering":
                        self._set(seat, value=None)  # another program may come
            case en.Linked(seat, serial):
                self.serial = serial
                self._set(seat, serial=serial)
            case en.Rematched(table):
                self.rematch = table
            case en.Closed():
                self.closed = self.reached
            case en.Reopened() if self.closed is not None:
                began = self.clock.began + self.reached - self.closed
                self.clock, self.closed = replace(self.clock, began=began), None
            case en.Forgotten(seats):
                for seat in seats:
                    self._vacate(seat)

    def _paint(self, seat: int, colour: Colour) -> None:
        """Give a seat a colour; a free seat that had it takes the old one."""
        old = self.seats[seat].colour
        for i, other in enumerate(self.seats):
            if other.colour == colour:
                self._set(i, colour=old)
        self._set(seat, colour=colour)

    def _note_hands(self) -> None:
        """Remember who sits where; before the start there are no hands."""
        if self.game is not None:
            self.hands |= {(s.guest, i) for i, s in enumerate(self.seats) if s.guest is not None}

    def _move(self, old: str | None, new: str) -> None:
        """A person goes on with another device: all that was theirs goes along."""
        self.host = new if self.host == old else self.host
        for i, seat in enumerate(self.seats):
            if seat.guest == old:
                self._set(i, guest=new)

    def _leave(self, seat: int, why: en.Away) -> None:
        guest = self.seats[seat].guest
        if self.status != "playing":
            self._set(seat, kind="open", name=None, guest=None, serial=0, value=None)
        elif why == "kicked":
            self._set(seat, away=why, guest=None, serial=0)
        else:
            self._set(seat, away=why)
        if why == "kicked" and guest is not None:
            self.kicked |= {guest}
            self.invited -= {guest}
        if guest == self.host and why != "time":
            self._pass_on_host()

    def _vacate(self, seat: int) -> None:
        """Nobody holds a seat any more; in a running game a bot goes on with it."""
        if self.status != "over":
            self._leave(seat, "left")
        self._set(seat, guest=None, serial=0, since=self.reached)

    def _pass_on_host(self) -> None:
        """Make the next who is there the host, if the old one has left every seat."""
        there = [s.guest for s in self.seats if s.guest is not None and s.away is None]
        if self.host not in there and there:
            self.host = there[0]

    def _set(self, seat: int, **changes: object) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)

    def _note_turn(self) -> None:
        """A clock runs for a whole turn, which may take several decisions."""
        assert self.game is not None
        if self.allowed is not None and self.game.phase == "turn":
            self.clock = self.clock.next_turn(self.reached, len(self.game.plies))

    def _note_return(self, seat: int) -> None:
        """Give somebody who comes back to a game that stood still, because all were away, a whole
        turn's time if theirs was up. Elsewhere they keep what is left, or one could gain time by
        being late, or by leaving, and coming back before the stand-in moves."""
        allowed, waits = self.allowed, self.game is not None and seat in self.game.waiting
        stood = self.seats[seat].away is not None and seat not in self.bots_to_move()
        if stood and waits and allowed is not None and self.reached >= self.clock.began + allowed:
            self.clock = replace(self.clock, began=self.reached)

    def without(self, plies: int) -> Game:
        """The game with its last decisions undone."""
        assert self.game is not None
        return played_until(self.game, self.game.ply - plies)

    # What others ask

    def done(self, caller: Caller, command: str) -> LogLine | None:
        """The entry that a command made when it came for the first time."""
        return self._done.get((caller.who_at(self.id), command))

    def has_eyes_of(self, caller: Caller, seat: int) -> bool:
        """Whether a seat is a caller's own, and not one it is away from."""
        return not self.seats[seat].away and self._holds(caller, self.seats[seat])

    def seats_of(self, caller: Caller) -> tuple[int, ...]:
        """The seats whose eyes a caller has: its own, those it is away from left out."""
        return tuple(i for i in range(len(self.seats)) if self.has_eyes_of(caller, i))

    def left_by(self, caller: Caller) -> tuple[int, ...]:
        """The seats a caller may come back to."""
        return tuple(i for i, s in enumerate(self.seats) if self._holds(caller, s) and s.away)

    def _holds(self, caller: Caller, seat: Seat) -> bool:
        token = caller.seat_token
        if token is not None:
            newest = token.table == self.id and token.serial == seat.serial > 0
            return seat.kind == "remote" and newest
        return seat.guest is not None and seat.guest == caller.guest

    def is_host(self, caller: Caller) -> bool:
        """Whether a caller may arrange the table."""
        return caller.seat_token is None and caller.guest == self.host

    def is_invited(self, caller: Caller) -> bool:
        """Whether a caller played the game before and has its rematch on offer."""
        offered = self.status == "gathering" and caller.seat_token is None
        return offered and caller.guest in self.invited

    def decision_of(self, seat: int) -> int | None:
        """The number that a seat's answer has to name; it stays while others answer the opening."""
        if self.game is None or seat not in self.waiting:
            return None
        return self.opened if self.game.phase == "opening" else self.moved

    @property
    def bots(self) -> tuple[str | None, ...]:
        """The bot of each seat, as everybody sees it; None for a person's."""
        return tuple([seat.bot for seat in self.seats])

    def bots_to_move(self) -> tuple[int, ...]:
        """Seats the game waits for that a bot plays; none while every person is away.

        Somebody alone among bots whose clock ran out sits there still: the bot that was promised
        plays at once.
        """
        if self.closed is not None:
            return ()
        bots = tuple([i for i in self.waiting if self.seats[i].played_by_bot])
        if not bots:
            return ()
        people = [s for s in self.seats if s.is_persons]
        alone = [(s.kind, s.away) for s in people] == [("human", "time")]
        return () if people and all(s.away for s in people) and not alone else bots

    def people_to_move(self) -> tuple[int, ...]:
        """Seats the game waits for that a person or a person's program plays."""
        return tuple([i for i in self.waiting if not self.seats[i].played_by_bot])

    @property
    def allowed(self) -> int | None:
        """The time for a turn in milliseconds, if there is a clock."""
        pace = self.options.pace
        if type(pace) is Untimed:
            return None
        match pace:
            case Live(seconds):
                return seconds * 1000
            case Mail(days):
                return days * DAY
            case _:
                return None

    @property
    def deadline(self) -> int | None:
        """When the time of those the game waits for is up, by the game clock."""
        allowed = self.allowed if self.closed is None else None
        return self.clock.began + allowed if allowed is not None and self.people_to_move() else None

    def summary(self) -> bytes:
        """The table part, encoded, but for whom the game waits: that is all a move changes of it,
        so it is kept."""
        if self._summary is None:
            self._summary = msgspec.json.encode(replace(self.table_part(), waiting=[]))
        return self._summary

    def table_part(self) -> TablePart:
        """The table as everybody sees it."""
        host = next((i for i, s in enumerate(self.seats) if s.guest == self.host), None)
        return TablePart(
            self.id,
            self.status,
            self.options,
            [seat.part() for seat in self.seats],
            host,
            list(self.waiting),
            self.created,
            self.rematch,
            deal_part(self.secret, self.seats),
            origin_part(self.origin),
            self.closed is not None,
        )
