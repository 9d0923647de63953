"""Actions, their texts and their numbers: a bijection on every board."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, reject
from hypothesis import strategies as st

from tests.engine.play import either, every_board, may, new_game, played, say, some_table, walk
from tests.engine.small import SMALL
from whistlestop.boards.load import BoardError, board_names, load_board, parse_board
from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.lookup import codec_for
from whistlestop.model.actions import Build, Claim, Draw, Keep, Pay, Payment, parse_action


def codec(board: str) -> Codec:
    return codec_for(load_board(board), 2)


@pytest.mark.parametrize("board", every_board())
def test_every_number_is_one_action_and_back(board: str) -> None:
    """C2, F1, U8, B2: each way to pay is an action of its own."""
    c = codec(board)
    actions = [c.decode(code) for code in range(c.size)]
    assert [c.encode(action) for action in actions] == list(range(c.size))
    assert len(set(actions)) == c.size


@pytest.mark.parametrize("board", every_board())
def test_every_action_is_one_text_and_back(board: str) -> None:
    c = codec(board)
    texts = [str(c.decode(code)) for code in range(c.size)]
    assert [parse_action(text) for text in texts] == [c.decode(code) for code in range(c.size)]
    assert [c.encode(text) for text in texts] == list(range(c.size))
    assert len(set(texts)) == c.size


def ways(colours: int, cards: int, least_wilds: int = 0) -> int:
    """Ways to pay so many cards of any one colour: by colour and number of locomotives."""
    return colours * (cards - least_wilds) + 1


@pytest.mark.parametrize("board", every_board())
def test_there_are_exactly_the_actions_that_the_rules_can_ever_ask_for(board: str) -> None:
    """C2, C3, F1, U2, B2, K1: counted from the board alone."""
    b = load_board(board)
    colours, rules = len(b.colours), b.rules
    claims = [
        ways(colours, r.length, r.ferry) if r.colour == "gray" else r.length + 1 for r in b.routes
    ]
    extra = rules.tunnel_cards if any(r.tunnel for r in b.routes) else 0
    pays = [ways(colours, n) for n in range(1, extra + 1)]
    builds = [ways(colours, n) for n in range(1, rules.stations + 1)]
    offer = max(rules.opening_regular + rules.opening_long, rules.draw_tickets)
    plain = len(["pass", "tickets", "decline", "draw deck", *b.cards])
    keeps = 2**offer - 1
    total = plain + keeps + sum(pays) + len(b.cities) * sum(builds) + sum(claims)
    assert codec(board).size == total


@pytest.mark.parametrize("board", board_names())
def test_legal_actions_come_in_ascending_order_and_know_their_members(board: str) -> None:
    for number in range(either(3, 1)):
        rng = Random(f"order {board} {number}")
        name, players = some_table(rng, board)
        for game in walk(new_game(name, players, number), rng):
            codes = game.legal.codes
            assert list(codes) == sorted(set(codes))
            assert len(game.legal) == len(codes) == len(list(game.legal))
            assert game.over or game.legal[0] in game.legal


@pytest.mark.parametrize("board", board_names())
def test_claims_are_found_by_their_route(board: str) -> None:
    rng = Random(f"by route {board}")
    name, players = some_table(rng, board)
    seen = 0
    for game in walk(new_game(name, players, 1), rng):
        claims = [action for action in game.legal if isinstance(action, Claim)]
        found = game.legal.by_route()
        assert [claim for route in found for claim in found[route]] == claims
        assert list(found) == list(dict.fromkeys(claim.route for claim in claims))
        assert all(claim.route == route for route, group in found.items() for claim in group)
        assert "nowhere-else" not in found
        seen += len(found)
    assert seen
    with pytest.raises(KeyError):
        game.legal.by_route()["nowhere-else"]


def test_an_action_is_written_once_and_stays_the_same_value() -> None:
    action = Claim("paris-zurich", Payment(2, "purple", 1))
    fresh = Claim("paris-zurich", Payment(2, "purple", 1))
    assert str(action) == "claim paris-zurich 2 purple 1 locomotive"
    assert str(action) is str(action)
    assert action == fresh == pickle.loads(pickle.dumps(action))
    assert (hash(action), repr(action)) == (hash(fresh), repr(fresh))
    assert replace(action, route="brest-paris") != action
    assert str(replace(action, route="brest-paris")).startswith("claim brest-paris")


def test_a_text_is_read_once_and_looked_up_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = codec("usa")
    fresh = Codec(shared.board, shared.flat)
    code = fresh.encode("draw deck")
    monkeypatch.setattr("whistlestop.engine.codec.parse_action", None)
    assert fresh.encode("draw deck") == code


def test_legal_actions_are_a_sequence() -> None:
    game = played("usa", 2, "sequence", 30)
    legal, actions = game.legal, list(game.legal)
    assert legal[-1] == actions[-1]
    assert list(legal[1:3]) == actions[1:3]
    assert may(game, game.turn, str(actions[0]))
    nonsense = ("", "claim", "pay 9 red", 7, None, Draw("plaid"))
    assert not any(may(game, game.turn, thing) for thing in nonsense)
    assert legal == game.legal != game.legal_for(1 - game.turn)
    assert hash(legal) == hash(game.legal)
    with pytest.raises(IndexError):
        legal[len(legal)]


@pytest.mark.parametrize("board", every_board())
def test_cities_of_a_route_may_be_named_in_either_order(board: str) -> None:
    c = codec(board)
    for code in range(int(c.flat.claim_code), c.size):
        claim = c.decode(code)
        assert isinstance(claim, Claim)
        route = c.board.route_by_id[claim.route]
        side = claim.route.removeprefix(f"{route.a.id}-{route.b.id}")
        turned = Claim(f"{route.b.id}-{route.a.id}{side}", claim.payment)
        assert c.encode(turned) == code
        assert c.encode(str(turned)) == code


@pytest.mark.parametrize("board", every_board())
def test_the_side_of_a_double_route_follows_from_the_colour_paid(board: str) -> None:
    """C6: `claim a-b 2 red` means the red side."""
    c = codec(board)
    for route in c.board.routes:
        if route.twin is not None and route.colour != c.board.routes[route.twin].colour:
            plain = f"{route.a.id}-{route.b.id}"
            payment = Payment(route.length, route.colour, 0)
            assert c.encode(Claim(plain, payment)) == c.encode(Claim(route.id, payment))
            with pytest.raises(IllegalAction) as caught:
                c.encode(Claim(plain, Payment(0, None, route.length)))
            assert caught.value.code == "which_side"


def test_a_boards_own_word_for_the_locomotive_is_understood() -> None:
    c = codec("new-york")
    for said, meant in (
        ("draw taxi", "draw locomotive"),
        ("claim chelsea-soho 4 taxi", "claim chelsea-soho 4 locomotive"),
    ):
        assert c.encode(said) == c.encode(meant)
    with pytest.raises(IllegalAction):
        codec("usa").encode("draw taxi")


@pytest.mark.parametrize("label", ["red", "blue", "deck"])
def test_a_boards_word_for_the_locomotive_never_hides_another_card(label: str) -> None:
    """A board file that calls the locomotive `red` is refused, or the numbers stay a bijection."""
    text = SMALL.replace("[cards]", f'[labels]\nlocomotive = "{label}"\n[cards]')
    try:
        c = codec_for(parse_board(text, "label.toml"), 2)
    except BoardError:
        return
    assert [c.encode(str(c.decode(code))) for code in range(c.size)] == list(range(c.size))


@pytest.mark.parametrize("code", [-1, 10**30, -(2**63), 2**31, 2**63, "3", None, 1.0, [], b"1"])
def test_a_number_that_is_no_action_is_refused(code: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        codec("europe").decode(code)
    assert caught.value.code == "unknown_code"
    with pytest.raises(IllegalAction):
        codec("europe").decode(codec("europe").size)


# Values of the right kinds that no board has, and things that are no values at all.
names = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        [
            *("red", "locomotive", "deck", "gray", "paris", "paris-zurich", "paris-frankfurt"),
            *(
                "zurich-paris#2",
                "paris-frankfurt:white",
                "paris-frankfurt#\N{SUPERSCRIPT TWO}",
                "-",
            ),
        ]
    ),
)
counts = st.one_of(st.integers(-5, 12), st.integers())
strange = st.one_of(st.none(), st.booleans(), st.floats(), st.binary(), st.lists(st.none()))


@st.composite
def payments(draw: st.DrawFn) -> Payment:
    """Any payment that can be made at all; counts below zero may be refused at once."""
    coloured, wilds = draw(counts), draw(counts)
    try:
        return Payment(coloured, draw(names) if coloured > 0 else None, wilds)
    except ValueError:
        reject()


actions = st.one_of(
    st.lists(counts, max_size=6).map(lambda places: Keep(tuple(places))),
    names.map(Draw),
    st.builds(Claim, names, payments()),
    st.builds(Build, names, payments()),
    payments().map(Pay),
)


def refused_or_same(board: str, action: Any) -> None:
    """A number comes only from the very action it means; all else is refused in a sentence."""
    c = codec(board)
    try:
        code = c.encode(action)
    except IllegalAction as error:
        say(error)
        return
    assert 0 <= code < c.size
    assert means(c.decode(code)) == means(action)


def means(action: Any) -> Any:
    """What an action says, without its forgiving spellings."""
    if isinstance(action, Keep):
        return sorted(set(action.tickets))
    payment = getattr(action, "payment", None)
    if payment is not None and (payment.colour, payment.locomotives) == ("locomotive", 0):
        payment = Payment(0, None, payment.coloured)
    return type(action), payment, getattr(action, "card", None), getattr(action, "city", None)


@given(st.sampled_from(board_names()), actions)
def test_an_action_that_a_board_cannot_have_is_refused_in_a_sentence(
    board: str, action: Any
) -> None:
    refused_or_same(board, action)


@given(st.sampled_from(["europe", "new-york"]), payments())
@example("europe", Payment(0, None, 0))
def test_a_payment_of_no_or_fewer_than_no_cards_means_nothing(board: str, payment: Payment) -> None:
    """C2, U2, B2: what nobody can lay down is never taken for something else."""
    for action in (Pay(payment), Build("paris", payment), Claim("chelsea-soho", payment)):
        refused_or_same(board, action)


@given(strange)
def test_things_that_are_no_actions_are_refused(thing: Any) -> None:
    for action in (thing, Keep(thing), Keep((thing,)), Draw(thing), Pay(thing)):
        refused_or_same("europe", action)
    for action in (Claim(thing, thing), Build("paris", thing), Claim("paris-zurich", thing)):
        refused_or_same("europe", action)
