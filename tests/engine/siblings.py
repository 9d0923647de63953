"""Games that differ only in what one seat cannot know, made without the engine's own sampling.

`knowable` says, from the truth, what a seat may know of everything that happened; it is written
from H1–H3 and shares nothing with the code that makes views and events. `otherwise` plays a
game again with other secrets: another order of unseen cards and tickets, other choices of others.
`lockstep` goes on in two such games at once. A seat of `None` is a spectator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from tests.engine.play import choose, events_json
from tests.engine.truth import pile
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game, Ply
from whistlestop.engine.knowledge.events import events_for
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.model.actions import DECK, Action, Draw, DrawTickets, Keep

LEAVING_PILE = (event_kinds.DEALT, event_kinds.DREW, event_kinds.TURNED_UP, event_kinds.REVEALED)
BLIND = (event_kinds.DEALT, event_kinds.DREW)
TICKETS = (event_kinds.OFFERED_TICKET, event_kinds.KEPT_TICKET, event_kinds.REFUSED_TICKET)

Facts = list[tuple[Any, ...]]


def facts(log: Iterable[RawEvent], seat: int | None) -> Facts:
    """What a seat may know of the raw events of one action: of others' tickets only the numbers."""
    told: Facts = []
    counts: Counter[tuple[int, int]] = Counter()
    for kind, a, b, c in log:
        if kind in BLIND and a != seat:
            told.append((kind, a))
        elif kind in TICKETS and a != seat:
            counts[kind, a] += 1
        else:
            told.append((kind, a, b, c))
    return told + sorted((key, n) for key, n in counts.items())


def logs(game: Game) -> list[tuple[RawEvent, ...]]:
    return [game.deal_events, *(ply.events for ply in game.plies)]


def knowable(game: Game, seat: int | None) -> list[Facts]:
    return [facts(log, seat) for log in logs(game)]


def tell(game: Game, seat: int | None) -> tuple[str, str]:
    """All that the engine tells a seat: its view and its events, as bytes would be sent."""
    return game.view(seat).to_json(), events_json(game.events(seat))


def otherwise(game: Game, seat: int | None, rng: Random) -> Game | None:
    """The same game with other secrets, or None where this try is not possible.

    Half of the time luck is the same but for the orders; otherwise all luck is told.
    """
    told = rng.random() < 0.5
    other = Game(
        game.board,
        game.names,
        seed=None if told else game.seed,
        first=game.first,
        cards=_other_cards(game, seat, rng),
        tickets=_other_tickets(game, seat, rng),
    )
    try:
        for number, ply in enumerate(game.plies):
            action = _other_choice(game, other, ply, seat, rng)
            other.play(action, ply.seat, got=_answer(game, other, number, seat, rng, told))
    except IllegalAction:
        return None
    same = knowable(other, seat) == knowable(game, seat)
    return other if same and other.position != game.position else None


def _seen_places(game: Game, seat: int | None) -> set[int]:
    """Places in the first pile whose card the seat has seen."""
    seen: set[int] = set()
    place = 0
    for kind, a, _, _ in (x for log in logs(game) for x in log):
        if kind == event_kinds.RESHUFFLED:
            break
        if kind in LEAVING_PILE:
            if kind not in BLIND or a == seat:
                seen.add(place)
            place += 1
    return seen


def _other_cards(game: Game, seat: int | None, rng: Random) -> list[str]:
    """The first order of the cards with some exchanged in places that the seat has not seen."""
    order = [game.board.cards[card] for card in game.cards]
    seen = _seen_places(game, seat)
    hidden = [place for place in range(len(order)) if place not in seen]
    for _ in range(rng.choice((0, 1, 2, 5, 40)) if len(hidden) > 1 else 0):
        one, two = rng.sample(hidden, 2)
        order[one], order[two] = order[two], order[one]
    return order


def _other_tickets(game: Game, seat: int | None, rng: Random) -> list[str]:
    """The first order of the tickets with those exchanged that the seat was never offered."""
    tickets = [game.board.tickets[i] for i in game.ticket_order]
    seen = {b for log in logs(game) for kind, a, b, _ in log if kind in TICKETS and a == seat}
    for long in (True, False):
        places = [i for i, x in enumerate(tickets) if x.long == long and x.index not in seen]
        shuffled = [tickets[i] for i in rng.sample(places, len(places))]
        for place, ticket in zip(places, shuffled, strict=True):
            tickets[place] = ticket
    return [ticket.id for ticket in tickets]


def _other_choice(game: Game, other: Game, ply: Ply, seat: int | None, rng: Random) -> Action:
    """Others may have kept other tickets: as many, or any number while the opening is not over."""
    if not isinstance(ply.action, Keep) or ply.seat == seat or rng.random() < 0.5:
        return ply.action
    keeps = list(other.legal_for(ply.seat))
    if game.phase != "opening":
        keeps = [x for x in keeps if isinstance(x, Keep) and len(x.tickets) == _kept(ply.action)]
    return rng.choice(keeps)


def _kept(action: Action) -> int:
    return len(action.tickets) if isinstance(action, Keep) else 0


def hides_answer(action: Action, actor: int, seat: int | None) -> bool:
    """Whether what chance answers to the action is for the acting seat alone."""
    return actor != seat and (action == Draw(DECK) or isinstance(action, DrawTickets))


def _answer(
    game: Game, other: Game, number: int, seat: int | None, rng: Random, told: bool
) -> list[str] | None:
    """What chance answers the second time: as the seat saw it, anything where it saw nothing."""
    ply = game.plies[number]
    if not told:
        return None
    if not hides_answer(ply.action, ply.seat, seat):
        return game.got(number)
    if isinstance(ply.action, DrawTickets) or rng.random() < 0.8:
        return None
    return [rng.choice(pile(other))]


def lockstep(one: Game, two: Game, seat: int | None, rng: Random, plies: int) -> int:
    """Go on in both with the same public actions while that is possible; returns how many.

    After every ply both games must tell the seat the same.
    """
    for number in range(plies):
        if one.over:
            return number
        actor = rng.choice(one.waiting)
        codes = one.legal_for(actor).codes
        if actor == seat:
            assert codes == two.legal_for(actor).codes
        shared = [code for code in codes if code in two.legal_for(actor).codes]
        if not shared or not _both(one, two, seat, actor, choose(one, shared, rng)):
            return number
    return plies


def _both(one: Game, two: Game, seat: int | None, actor: int, action: Action) -> bool:
    one.play(action, actor)
    told = two.seed is None and not hides_answer(action, actor, seat)
    got = one.got(one.ply - 1) if told else None
    try:
        two.play(action, actor, got=got)
    except IllegalAction:
        return False
    last, other = one.plies[-1].events, two.plies[-1].events
    if facts(last, seat) != facts(other, seat):
        return False
    events = [events_json(events_for(one.board, log, seat)) for log in (last, other)]
    assert events[0] == events[1]
    assert one.over == two.over
    if not one.over:
        assert view_data(one, seat) == view_data(two, seat)
    return True


def view_data(game: Game, seat: int | None) -> dict[str, Any]:
    return game.view(seat).data()


def refusals(game: Game, seat: int, codes: Iterable[int]) -> list[tuple[str, str]]:
    """Why each of the codes is not legal, in the words that the seat is told."""
    found = []
    for code in codes:
        try:
            game.play(game.codec.decode(code), seat)
        except IllegalAction as error:
            found.append((error.code, error.sentence))
        else:
            raise AssertionError(f"{game.codec.decode(code)} is legal")
    return found
