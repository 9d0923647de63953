"""What is done on an evening, step by step, and the same evening with other secrets.

`improvised` makes a game up together with all that is done beside it; `twin` is the same script for
a game that differs only in what some eyes cannot know: the order of cards and tickets that they
have not seen, and which tickets others kept. What those eyes may know is written down here from the
rules (H1–H3) for several seats at once, as `tests.engine.siblings` does it for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal

from tests.engine.siblings import BLIND, LEAVING_PILE, TICKETS
from whistlestop.bots import make_bot
from whistlestop.bots.contract import action_of
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.model.actions import Action, Keep
from whistlestop.server.table.taking_back.plies_back import has_revealed

NAMES = ("Ann", "Bob", "Cy")
LONGEST = 10_000

Third = Literal["open", "here", "bot", "remote"]
Eyes = frozenset[int]


@dataclass(frozen=True)
class Cast:
    """Who sits in the third seat: a person, another player on the first one's device, a bot, or a
    program; and what the table allows."""

    third: Third
    watch: bool = True
    listed: bool = True

    @property
    def bots(self) -> tuple[int, ...]:
        return (2,) if self.third == "bot" else ()


@dataclass(frozen=True)
class Step:
    """One thing that is done. `do`, `bot` and `back` concern the game; `try` is refused."""

    kind: str
    seat: int = 0
    text: str = ""


@dataclass(frozen=True)
class Script:
    """A game and how it is played, with all that is done beside it."""

    cast: Cast
    game: Game  # as it was dealt, played to the end of the script
    steps: tuple[Step, ...]
    logs: tuple[tuple[RawEvent, ...], ...]  # of the deal and of every decision, undone or not

    def knowable(self, eyes: Eyes) -> list[Any]:
        return [facts(log, eyes) for log in self.logs]


def facts(log: Iterable[RawEvent], eyes: Eyes) -> list[Any]:
    """What some eyes may know of what happened; of others' tickets only the numbers."""
    told: list[Any] = []
    counts: Counter[tuple[int, int]] = Counter()
    for kind, a, b, c in log:
        if kind in BLIND and a not in eyes:
            told.append((kind, a))
        elif kind in TICKETS and a not in eyes:
            counts[kind, a] += 1
        else:
            told.append((kind, a, b, c))
    return told + sorted((key, n) for key, n in counts.items())


# Making one up


@dataclass
class _Making:
    """A script in the making."""

    cast: Cast
    game: Game
    eyes: Eyes
    chance: Random
    looks: tuple[int, ...]  # the plies at which everybody looks around
    steps: list[Step] = field(default_factory=list)
    logs: list[tuple[RawEvent, ...]] = field(default_factory=list)
    done: set[str] = field(default_factory=set)

    def do(self, seat: int, action: Action) -> None:
        kind = "bot" if seat in self.cast.bots else "do"
        self.game.play(action, seat)
        self.steps.append(Step(kind, seat, str(action)))
        self.logs.append(self.game.plies[-1].events)

    def detour(self, seat: int, action: Action) -> None:
        """Do something and take it back, unless it shows something or a bot would answer it."""
        after = self.game.copy()
        after.play(action, seat)
        if after.over or _bots_waiting(after, self.cast) or has_revealed(after.plies[-1:], seat):
            return
        self.steps += [Step("do", seat, str(action)), Step("back", seat)]
        self.logs.append(after.plies[-1].events)

    def once(self, *steps: Step) -> None:
        """Steps that are taken once in a game."""
        if steps[0].kind not in self.done:
            self.done.add(steps[0].kind)
            self.steps += steps

    def tries(self) -> None:
        """Each of these eyes tries what it may not do."""
        codec = self.game.codec
        for seat in sorted(self.eyes - set(self.cast.bots)):
            legal = set(self.game.legal_for(seat).codes)
            for _ in range(4 if legal else 1):
                code = self.chance.randrange(codec.size)
                if code not in legal:
                    self.steps.append(Step("try", seat, str(codec.decode(code))))


def improvised(
    board: str,
    cast: Cast,
    eyes: Eyes,
    chance: Random,
    plies: int = LONGEST,
    *,
    to_the_end: bool = False,
) -> Script:
    """A game of so many plies, or to the ply before its last, or to its end if that is wanted."""
    game = Game(board, NAMES, seed=_seed(chance), first=chance.randrange(3))
    looks = (1, 40) if plies == LONGEST else ()
    making = _Making(cast, game, eyes, chance, looks, logs=[game.deal_events])
    while not game.over and (game.ply < plies or _bots_waiting(game, cast)):
        seat = _next_seat(making)
        action = _chosen(game, seat, cast, chance)
        if not to_the_end and _ends(game, seat, action, cast):
            break
        _beside(making, seat, action)
        making.do(seat, action)
    making.steps.append(Step("look"))
    making.tries()
    return Script(cast, game, tuple(making.steps), tuple(making.logs))


def _bots_waiting(game: Game, cast: Cast) -> list[int]:
    return [seat for seat in game.waiting if seat in cast.bots]


def _ends(game: Game, seat: int, action: Action, cast: Cast) -> bool:
    """Whether an action ends the game, or lets a bot end it."""
    after = game.copy()
    after.play(action, seat)
    while bots := _bots_waiting(after, cast):
        after.play(make_bot("greedy", 0).choose(after.view(bots[0])), bots[0])
    return after.over


def _seed(chance: Random) -> str:
    return f"{chance.getrandbits(128):032x}"


def _next_seat(making: _Making) -> int:
    """Bots answer at once; people at the opening in any order."""
    bots = _bots_waiting(making.game, making.cast)
    return bots[0] if bots else making.chance.choice(making.game.waiting)


def _chosen(game: Game, seat: int, cast: Cast, chance: Random) -> Action:
    if seat in cast.bots or chance.random() < 0.6:
        return action_of(make_bot("greedy", 0).choose(game.view(seat)))
    legal = list(game.legal_for(seat))
    verb = chance.choice(sorted({str(action).split()[0] for action in legal}))
    return chance.choice([action for action in legal if str(action).startswith(verb)])


def _beside(making: _Making, seat: int, action: Action) -> None:
    """What is done before a decision that is not the game itself."""
    game, cast, ply = making.game, making.cast, making.game.ply
    if seat in cast.bots:
        return
    if ply in making.looks:
        making.steps.append(Step("look"))
        making.tries()
    if game.phase == "turn":
        _in_turn(making, seat)
    if ply % 11 == 4:
        making.detour(seat, action)
    if ply % 13 == 5:
        making.steps.append(Step("say", seat, "hello"))


def _in_turn(making: _Making, seat: int) -> None:
    game, cast, ply = making.game, making.cast, making.game.ply
    claims = [a for a in game.legal_for(seat) if str(a).startswith("claim")]
    if ply % 9 == 3 and claims:
        making.detour(seat, making.chance.choice(claims))
    if cast.third == "bot" and ply > 5:
        making.once(Step("hint", seat))
        if ply > 9:
            making.once(Step("hint again", seat))
    if seat != 1 and ply > 5:
        making.once(Step("leave", 1), Step("glance"), Step("link", 1), Step("return", 1))
    if seat != 2 and cast.third in ("open", "here") and ply > 7:
        making.once(Step("leave", 2), Step("glance"), Step("return", 2))


# Making another of it


def twin(script: Script, eyes: Eyes, chance: Random, tries: int = 40) -> Script | None:
    """The same script with other secrets, or None if none was found."""
    known, found, best = script.knowable(eyes), None, script
    for number in range(tries):
        if number % 4 == 0:
            changed = _tickets(best, eyes, chance)
        else:
            changed = _cards(best, eyes, chance, drawn=number % 4 > 1)
        other = _played(best, changed, eyes, chance)
        if other is not None and other.knowable(eyes) == known:
            found = best = other
    return found if found is not None and _differ(script, found) else None


def _differ(one: Script, two: Script) -> bool:
    """Whether somebody at the table was dealt other cards, and offered other tickets."""
    return all(
        any(
            _of_kind(a, kinds) != _of_kind(b, kinds)
            for a, b in zip(one.logs, two.logs, strict=True)
        )
        for kinds in (BLIND, TICKETS)
    )


def _of_kind(log: Iterable[RawEvent], kinds: tuple[int, ...]) -> list[RawEvent]:
    return sorted(event for event in log if event[0] in kinds)


@dataclass(frozen=True)
class _Orders:
    cards: list[str]
    tickets: list[str]


def orders(game: Game) -> _Orders:
    """The orders in which a game was dealt, by name."""
    cards = [game.board.cards[card] for card in game.cards]
    return _Orders(cards, [game.board.tickets[i].id for i in game.ticket_order])


def _cards(script: Script, eyes: Eyes, chance: Random, *, drawn: bool) -> _Orders:
    """Two cards exchanged in places that these eyes have not seen; one at least was drawn, if that
    is wanted."""
    order = orders(script.game)
    seen, gone = _seen_places(script, eyes)
    hidden = [place for place in range(len(order.cards)) if place not in seen]
    held = [place for place in hidden if place < gone] if drawn else hidden
    cards = list(order.cards)
    if held:
        one, two = chance.choice(held), chance.choice(hidden)
        cards[one], cards[two] = cards[two], cards[one]
    return replace(order, cards=cards)


def _seen_places(script: Script, eyes: Eyes) -> tuple[set[int], int]:
    """Places in the first pile whose card these eyes have seen, and how many were drawn at all.
    What was undone is drawn again, so only the decisions that stand are counted."""
    seen: set[int] = set()
    place = 0
    logs = (script.game.deal_events, *(ply.events for ply in script.game.plies))
    for kind, a, _, _ in (event for log in logs for event in log):
        if kind == event_kinds.RESHUFFLED:
            break
        if kind in LEAVING_PILE:
            if kind not in BLIND or a in eyes:
                seen.add(place)
            place += 1
    return seen, place


def _tickets(script: Script, eyes: Eyes, chance: Random) -> _Orders:
    """The tickets that these eyes were never offered, in another order."""
    game, order = script.game, orders(script.game)
    tickets = [game.board.ticket_by_id[name] for name in order.tickets]
    seen = {b for log in script.logs for kind, a, b, _ in log if kind in TICKETS and a in eyes}
    for long in (True, False):
        places = [i for i, x in enumerate(tickets) if x.long == long and x.index not in seen]
        for place, ticket in zip(
            places, [tickets[i] for i in chance.sample(places, len(places))], strict=True
        ):
            tickets[place] = ticket
    return replace(order, tickets=[ticket.id for ticket in tickets])


def _played(script: Script, changed: _Orders, eyes: Eyes, chance: Random) -> Script | None:
    """The script in another game, where others may keep other tickets."""
    told = script.game
    game = Game(
        told.board,
        NAMES,
        seed=told.seed,
        first=told.first,
        cards=changed.cards,
        tickets=changed.tickets,
    )
    steps: list[Step] = []
    logs = [game.deal_events]
    before = game
    try:
        for step in script.steps:
            if step.kind == "back":
                game = before
            elif step.kind in ("do", "bot"):
                before, game = game, game.copy()
                step = replace(step, text=str(_other_choice(game, step, eyes, chance)))
                game.play(step.text, step.seat)
                logs.append(game.plies[-1].events)
            steps.append(step)
    except IllegalAction:
        return None
    return replace(script, game=game, steps=tuple(steps), logs=tuple(logs))


def _other_choice(game: Game, step: Step, eyes: Eyes, chance: Random) -> Action | str:
    """Others may have kept other tickets, but as many."""
    if not step.text.startswith("keep") or step.seat in eyes or chance.random() < 0.5:
        return step.text
    count = len(step.text.split()) - 1
    legal = game.legal_for(step.seat)
    same = [a for a in legal if isinstance(a, Keep) and len(a.tickets) == count]
    others = [action for action in same if str(action) != step.text]
    return chance.choice(others) if others else step.text


def pairs(
    board: str, cast: Cast, eyes: Eyes, label: object, plies: int = LONGEST
) -> Iterator[tuple[Script, Script]]:
    """Pairs of scripts that differ only in what these eyes cannot know, one after the other."""
    chance = Random(f"{board} {cast} {sorted(eyes)} {label}")
    while True:
        script = improvised(board, cast, eyes, chance, plies)
        other = twin(script, eyes, chance)
        if other is not None:
            yield script, other
