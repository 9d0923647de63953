"""`view.sample` is uniform over what is unknown: its counts against an exact list of worlds.

The lists are made here by trying everything, with no help from the engine. Seeds are fixed, so a
count either agrees or shows a defect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice, permutations, product
from random import Random

import pytest

from tests.engine.chance_tests import agrees, deviation
from tests.engine.knowledge.blind_worlds import ambiguous, small_enough, story, world_of, worlds
from tests.engine.play import either, new_game, walk
from tests.engine.siblings import logs
from tests.engine.small import small_board
from tests.engine.truth import hand, pile, ticket_deck, tickets_held
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import SeenDraw
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.rng import seeded

# Proof rather than inner loop: run by `make test`.
pytestmark = pytest.mark.slow

Hands = tuple[tuple[str, ...], ...]
Deck = tuple[str, ...]


def test_pearsons_test_tells_a_loaded_die_from_a_fair_one() -> None:
    fair = Counter({face: 1000 + (-1) ** face * 20 for face in range(6)})
    loaded = Counter({face: 1000 + (300 if face == 5 else 0) for face in range(6)})
    weights = dict.fromkeys(range(6), 1.0)
    assert agrees(fair, weights)
    assert not agrees(loaded, weights)
    assert deviation(loaded, weights) > 10


def blind_cards(game: Game, seat: int, known: dict[int, Counter[str]]) -> tuple[Hands, Deck]:
    """The cards of each other hand beyond those known, and the pile: one possible world."""
    hands = []
    for who in range(len(game.names)):
        if who != seat:
            rest = Counter(hand(game, who)) - known.get(who, Counter())
            hands.append(tuple(sorted(rest.elements())))
    return tuple(hands), pile(game)


def deals(unseen: list[str], sizes: list[int]) -> Counter[tuple[Hands, Deck]]:
    """Every way to deal the unseen cards to hands of these sizes and the pile, with its weight."""
    worlds: Counter[tuple[Hands, Deck]] = Counter()
    for order in permutations(unseen):
        hands, at = [], 0
        for size in sizes:
            hands.append(tuple(sorted(order[at : at + size])))
            at += size
        worlds[tuple(hands), order[at:]] += 1
    return worlds


def compare_cards(game: Game, seat: int, known: dict[int, Counter[str]], samples: int) -> bool:
    view, luck = game.view(seat), seeded("cards")
    unseen = [card for card, count in view.unseen().items() for _ in range(count)]
    others = [player for player in view.players if player.seat != seat]
    sizes = [p.cards - known.get(p.seat, Counter()).total() for p in others]
    worlds = deals(unseen, sizes)
    found = Counter(blind_cards(view.sample(luck), seat, known) for _ in range(samples))
    return agrees(found, worlds)


def test_unseen_cards_are_dealt_uniformly_to_a_hand_and_the_pile() -> None:
    """H2, H3: right after the deal nothing is known but the own hand and the market."""
    game = Game(small_board(), 2, seed="cards")
    assert compare_cards(game, 0, {}, 6000)


def test_unseen_cards_are_dealt_uniformly_to_several_hands() -> None:
    game = Game(small_board(), 3, seed="more")
    assert compare_cards(game, 2, {}, 6000)


def test_cards_seen_taken_stay_where_they_are() -> None:
    """H1: one of Bob's cards is known, the other is any unseen one."""
    game = Game.from_text(
        "board: usa\nplayers: Ann, Bob\nturn: Bob\nmarket: red blue blue blue blue\n"
        "pile: blue red green locomotive\nAnn: hand 11 white\nBob: hand 1 white\n"
        "discards: 10 red 7 blue 12 purple 12 orange 11 green 12 yellow 12 black 13 locomotive\n"
    )
    game.play("draw red")
    known = {1: Counter({"red": 1})}
    assert game.view(0).players[1].known == known[1]
    assert compare_cards(game, 0, known, 4000)


# Small games in which somebody pays with a card that may come from either of two piles.
TWO_PILES = (68, 608, 889, 1193, 1350, 2568, 2982, 3382, 3508)


def small_games(numbers: Iterable[int]) -> Iterator[Game]:
    """Games on the smallest board whose pile has run out, at plies where all can be counted."""
    for number in numbers:
        rng = Random(f"piles {number}")
        game = new_game(small_board(), rng.choice((2, 3)), number)
        for now in walk(game, rng, by_kind=True):
            piles = sum(kind == event_kinds.RESHUFFLED for log in logs(now) for kind, *_ in log)
            if piles and not now.over and rng.random() < 0.4 and small_enough(now, 0):
                yield now


def test_a_real_game_is_always_among_the_worlds_that_are_counted() -> None:
    """So that the counting itself is right."""
    for game in islice(small_games(range(60)), 25):
        assert world_of(game, 0) in worlds(game, 0)


def test_samples_are_always_among_the_worlds_that_may_be() -> None:
    """H1, D8: also after a new pile, whose cards everybody has seen on the discards."""
    luck = seeded("possible")
    # All that is older than the newest pile counts as one, so two piles are told apart.
    told = (game for game in small_games(range(200)) if len(story(game, 0).piles) <= 2)
    for game in islice(told, either(60, 30)):
        possible, view = worlds(game, 0), game.view(0)
        assert {world_of(view.sample(luck), 0) for _ in range(30)} <= set(possible)


@pytest.mark.slow
def test_cards_paid_that_may_come_from_several_piles_are_sampled_uniformly() -> None:
    """H2, H3: every order of every pile, and every card it may have paid with, counts the same."""
    luck, checked = seeded("piles"), set()
    for game in small_games(TWO_PILES):
        if game.seed in checked or not ambiguous(game, 0):
            continue
        if len(story(game, 0).piles) > 2:
            continue
        weights = worlds(game, 0)
        if len(weights) > 1 and min(weights.values()) * 1200 >= 5 * weights.total():
            view = game.view(0)
            counts = Counter(world_of(view.sample(luck), 0) for _ in range(1200))
            assert agrees(counts, weights), (deviation(counts, weights), weights, counts)
            checked.add(game.seed)
    assert len(checked) >= 5


def ticket_worlds(order: Deck, keeps: tuple[tuple[int, ...], ...]) -> tuple[list[Deck], Deck]:
    """Two are dealt to each, then offers of two go to Bob, Ann, Bob …: the offers and the deck."""
    offers, deck = [order[:2], order[2:4]], list(order[4:])
    deck += [x for offer, kept in zip(offers, keeps, strict=False) for x in rest(offer, kept)]
    for kept in keeps[2:]:
        offer, deck = tuple(deck[:2]), deck[2:]
        offers.append(offer)
        deck += rest(offer, kept)
    return offers, tuple(deck)


def rest(offer: Deck, kept: tuple[int, ...]) -> list[str]:
    return [ticket for place, ticket in enumerate(offer) if place not in kept]


def play_tickets(game: Game, keeps: tuple[tuple[int, ...], ...]) -> None:
    """Both answer, then all turns from the second seat on are tickets."""
    for number, kept in enumerate(keeps):
        if number >= 2:
            game.play("tickets")
        game.play(f"keep {' '.join(str(place + 1) for place in kept)}")


def test_tickets_are_sampled_uniformly_over_everything_that_may_have_happened() -> None:
    """H2, H3, K1: tickets put under the deck and seen again, all orders and choices tried."""
    keeps = ((0,), (1,), (0,), (1,), (0,))
    game = Game(small_board(), 2, seed="all", first=1)
    play_tickets(game, keeps)
    mine = [0, 3]
    worlds = Counter(small_ticket_worlds(game, keeps, mine))
    view, luck = game.view(0), seeded("tickets")
    samples = [view.sample(luck) for _ in range(4000)]
    assert agrees(Counter((tickets_held(x, 1), ticket_deck(x)) for x in samples), worlds)


def small_ticket_worlds(
    game: Game, keeps: tuple[tuple[int, ...], ...], mine: list[int]
) -> Iterator[tuple[frozenset[str], Deck]]:
    """Bob's tickets and the deck in every world that fits what Ann saw, once for each way to it."""
    seen = [draw.tickets for draw in game.view(0).draws if draw.seat == 0]
    choices = [
        [kept] if number in mine else list(combinations(range(2), len(kept)))
        for number, kept in enumerate(keeps)
    ]
    tickets = [ticket.id for ticket in game.board.tickets]
    for order, chosen in product(permutations(tickets), product(*choices)):
        offers, deck = ticket_worlds(order, chosen)
        if [offers[i] for i in mine] == seen:
            bobs = [i for i in range(len(keeps)) if i not in mine]
            yield frozenset(offers[i][p] for i in bobs for p in chosen[i]), deck


def test_on_new_york_the_places_kept_by_others_are_uniform_over_all_that_fit() -> None:
    """H2, K1: the deck of 18 has gone round, and some of what Ann sees tells what Bob kept."""
    rng = Random("new-york")
    keeps = tuple(rng.choice([(0,), (1,), (0,), (1,), (0, 1)]) for _ in range(15))
    game = Game("new-york", 2, seed="round", first=1)
    play_tickets(game, keeps)
    view, luck = game.view(0), seeded("round")
    fitting = list(fitting_choices(view.draws, 18))
    free = 2 ** sum(d.seat == 1 and d.kept == 1 for d in view.draws)
    assert 4 <= len(fitting) < free
    counts = Counter(
        tuple(draw.kept or () for draw in view.sample(luck).memory.draws) for _ in range(3000)
    )
    assert agrees(counts, dict.fromkeys(fitting, 1.0))


def fitting_choices(
    draws: tuple[SeenDraw, ...], tickets: int
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All choices of places for all offers under which Ann's sightings do not contradict."""
    options = [
        [draw.places] if draw.places is not None else list(combinations(range(2), draw.kept or 0))
        for draw in draws
    ]
    slots = tuple(str(slot) for slot in range(tickets))
    for chosen in product(*options):
        offers, _ = ticket_worlds(slots, chosen)
        sightings = {
            (slot, name)
            for draw, offer in zip(draws, offers, strict=True)
            for slot, name in zip(offer, draw.tickets or (), strict=bool(draw.tickets))
        }
        names = {name for _, name in sightings}
        if len(sightings) == len(names) == len({slot for slot, _ in sightings}):
            yield chosen


def test_unseen_tickets_are_equally_likely_at_every_hidden_place() -> None:
    """H3: the top of the ticket deck may be any ticket not seen."""
    game = Game("new-york", 3, seed="top")
    game.play("keep 1", 1)
    view, luck = game.view(0), seeded("top")
    seen = {ticket.id for ticket in view.offer}
    names = {t.id: 1.0 for t in game.board.tickets if t.id not in seen}
    samples = [view.sample(luck) for _ in range(3000)]
    assert agrees(Counter(ticket_deck(x)[0] for x in samples), names)
    assert agrees(Counter(x.view(2).offer[1].id for x in samples), names)


def test_pending_answers_of_others_are_uniform_over_their_choices() -> None:
    """S4"""
    game = Game("usa", 3, seed="pending")
    game.play("keep 1 2", 1)
    view, luck = game.view(0), seeded("pending")
    counts = Counter(view.sample(luck).view(1).answer for _ in range(2000))
    assert agrees(counts, dict.fromkeys([(1, 2), (1, 3), (2, 3), (1, 2, 3)], 1.0))


SHUFFLED_KEEPS = ((0,), (1,), (0,), (1,), (0,))


def shuffled_worlds(
    seen: Sequence[Deck], deck: Deck, bobs: frozenset[str], at: Collection[int], number: int = 2
) -> Iterator[tuple[frozenset[str], Deck]]:
    """Bob's tickets and the deck at the end, for every order that a shuffle may have given.

    From the second offer on, Bob's and Ann's in turn; Bob kept any of his two, Ann's are `seen`.
    """
    if number == len(SHUFFLED_KEEPS):
        yield bobs, deck
        return
    for order in permutations(deck) if number in at else [deck]:
        offer, left = order[:2], order[2:]
        if number % 2:
            refused = tuple(rest(offer, SHUFFLED_KEEPS[number]))
            if offer == seen[number // 2]:
                yield from shuffled_worlds(seen, left + refused, bobs, at, number + 1)
        else:
            for kept in range(2):
                after = (*left, offer[1 - kept])
                yield from shuffled_worlds(seen, after, bobs | {offer[kept]}, at, number + 1)


def opening_worlds(game: Game, at: Collection[int]) -> Iterator[tuple[frozenset[str], Deck]]:
    """All worlds of Ann's: she was dealt what she saw, Bob any two of the others."""
    seen = [draw.tickets or () for draw in game.view(0).draws if draw.seat == 0]
    tickets = [ticket.id for ticket in game.board.tickets if ticket.id not in seen[0]]
    for order, kept in product(permutations(tickets), range(2)):
        deck = (*order[2:], seen[0][1], order[1 - kept])
        yield from shuffled_worlds(seen, deck, frozenset({order[kept]}), at)


@pytest.mark.parametrize("at", [{2}, {3}, {4}, {2, 3}])
@pytest.mark.parametrize("seed", range(3))
def test_tickets_are_sampled_uniformly_after_the_deck_was_shuffled_again(
    seed: int, at: set[int]
) -> None:
    """H2, H3: all orders, all choices and all shuffles tried; Ann sees some of hers again."""
    game = Game(small_board(), 2, seed=f"again {seed}", first=1)
    for number, kept in enumerate(SHUFFLED_KEEPS):
        if number in at:
            game.shuffle_again(tickets=True)
        if number >= 2:
            game.play("tickets")
        game.play(f"keep {kept[0] + 1}")
    weights = Counter(opening_worlds(game, at))
    view, luck = game.view(0), seeded("shuffled")
    samples = [view.sample(luck) for _ in range(2000)]
    counts = Counter((tickets_held(x, 1), ticket_deck(x)) for x in samples)
    assert agrees(counts, weights), deviation(counts, weights)
