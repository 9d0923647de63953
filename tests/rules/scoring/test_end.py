"""The last round, the standstill, and who wins (E1, E7, E9, E10, P19, P20)."""

from __future__ import annotations

import pytest

from tests.rules.ask import PLAYERS, TABLES, players, seat_score, track
from tests.rules.brute_force import SHEETS
from tests.rules.positions import names, read, whole_deck
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.model.score import Score

LAST = {
    "usa": "dallas-little_rock",
    "europe": "danzig-warszawa",
    "new-york": "soho-wall_street",
    "london": "trafalgar_square-waterloo",
}


def near_the_end(board: str, count: int, name: str, left: int, more: str = "") -> Game:
    """A player is to move who can claim a route of two spaces and then has `left` trains."""
    own = track(board, SHEETS[board].trains - left - 2, LAST[board])
    text = f"{players(count)}\nturn: {name}\n{more}"
    return read(board, f"{text}\n{name}: hand 2 blue; routes {own}")


def draw_two(game: Game) -> None:
    game.play("draw deck")
    game.play("draw deck")


def ending(game: Game) -> str | None:
    """Why the game ended, if it did."""
    reasons = [str(event["reason"]) for event in game.events(None) if event.name == "ended"]
    assert len(reasons) == game.over
    return reasons[0] if reasons else None


# The last round


@pytest.mark.parametrize(("board", "count"), TABLES)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_last_round_gives_everybody_exactly_one_more_turn(
    board: str, count: int, left: int
) -> None:
    """E1, P19: the player who started it comes last."""
    starter = count - 1 if left == 1 else left % count
    game = near_the_end(board, count, PLAYERS[starter], left)
    game.play(f"claim {LAST[board]} 2 blue")
    assert game.view(None).turns_left == count
    turns = []
    while not game.over:
        turns.append(game.turn)
        draw_two(game)
    assert turns == [(starter + 1 + i) % count for i in range(count)]
    assert ending(game) == "last round"


def test_with_three_trains_left_the_game_goes_on(board: str) -> None:
    """E1, P19"""
    game = near_the_end(board, 2, "Ann", 3)
    game.play(f"claim {LAST[board]} 2 blue")
    assert game.view(None).turns_left is None
    for _ in range(4):
        draw_two(game)
    assert not game.over
    assert "last_round" not in names(game, None)


def test_a_second_player_running_out_does_not_move_the_end(board: str) -> None:
    """E1"""
    own = track(board, SHEETS[board].trains - 2, LAST[board])
    text = f"players: Ann, Bob, Cy\nlast round: 3\nturn: Ann\nAnn: hand 2 blue; routes {own}"
    game = read(board, text)
    game.play(f"claim {LAST[board]} 2 blue")
    assert game.view(None).players[0].trains == 0
    assert game.view(None).turns_left == 2
    draw_two(game)
    draw_two(game)
    assert ending(game) == "last round"
    assert "last_round" not in names(game, None)


def test_every_kind_of_turn_counts_as_the_last_one() -> None:
    """E1"""
    text = (
        "players: Ann, Bob, Cy, Dee, Eve\nlast round: 5\npile: purple red red green green ...\n"
        "Ann: hand 1 red\nBob: hand 2 purple\nCy: hand 3 blue"
    )
    game = read("europe", text)
    game.play("build paris 1 red")
    game.play("claim marseille-zurich 2 purple")
    game.play("decline")
    game.play("claim danzig-warszawa 2 blue")
    game.play("tickets")
    game.play("keep 1 2")
    assert game.view(None).turns_left == 1
    draw_two(game)
    assert game.over


def test_a_tunnel_starts_the_last_round_only_when_it_is_paid() -> None:
    """E1: the turn must have ended with few trains."""
    own = track("europe", 45 - 4, "marseille-zurich")
    for answer, left in (("pay 1 purple", 2), ("decline", None)):
        text = f"pile: purple red red ...\nAnn: hand 3 purple; routes {own}"
        game = read("europe", text)
        game.play("claim marseille-zurich 2 purple")
        assert game.view(None).turns_left is None
        game.play(answer)
        assert game.view(None).turns_left == left


def test_nothing_can_be_played_after_the_end(board: str) -> None:
    """E1"""
    game = read(board, "last round: 1")
    draw_two(game)
    assert game.over
    assert game.waiting == ()
    assert list(game.legal) == []


# Standstill


def standstill(count: int, quiet: int = 0) -> Game:
    """Three locomotives in the pile for ever: every tunnel costs three more, and nobody pays."""
    deck = whole_deck(load_board("europe"))
    deck.subtract({"white": 5, "locomotive": 3})
    hands = {name: {"red": 2, "locomotive": 1} for name in PLAYERS[1:count]}
    for held in hands.values():
        deck.subtract(held)
    hands["Ann"] = {card: n for card, n in deck.items() if n}
    lines = [
        f"{name}: hand " + " ".join(f"{n} {card}" for card, n in held.items())
        for name, held in hands.items()
    ]
    table = "market: white white white white white\npile: locomotive locomotive locomotive"
    return read("europe", f"{players(count)}\nquiet: {quiet}\n{table}\n" + "\n".join(lines))


def decline_a_tunnel(game: Game) -> None:
    game.play("claim sarajevo-sofia 2 red")
    assert game.view(None).tunnel is not None
    game.play("decline")


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_five_full_rounds_of_declined_tunnels_end_the_game(count: int) -> None:
    """E9"""
    game = standstill(count)
    for _ in range(5 * count):
        assert not game.over
        decline_a_tunnel(game)
    assert ending(game) == "standstill"
    assert game.view(None).score is not None


@pytest.mark.parametrize(
    "gain", ["draw deck", "tickets", "build paris 1 red", "claim budapest-wien:red 1 red"]
)
def test_whatever_anybody_gains_begins_the_five_rounds_anew(gain: str) -> None:
    """E9: a card, a ticket, a station or a train."""
    game = standstill(2, quiet=9)
    game.play(gain)
    if gain == "draw deck":
        game.play("draw deck")
    if gain == "tickets":
        game.play("keep 1")
    assert not game.over
    assert game.view(None).quiet_turns == 0


def test_a_gain_in_the_last_of_the_five_rounds_is_enough_to_go_on() -> None:
    """E9"""
    game = standstill(3)
    for _ in range(14):
        decline_a_tunnel(game)
    game.play("build paris 1 red")
    for _ in range(3):
        game.play("tickets")
        game.play("keep 1")
    assert not game.over


def test_a_paid_tunnel_is_a_gain() -> None:
    """E9"""
    game = standstill(2, quiet=9)
    game.play("claim sarajevo-sofia 2 red")
    game.play("pay 3 red")
    assert not game.over
    assert game.view(None).quiet_turns == 0


def test_a_standstill_is_scored_like_any_end() -> None:
    """E9"""
    game = standstill(2, quiet=9)
    decline_a_tunnel(game)
    assert game.score().totals == (12, 12)
    assert game.score().decided_by == "shared"


# Who wins


def test_most_points_win_whatever_else_is_equal_or_not() -> None:
    """E7: more tickets and a longer trail do not help with fewer points."""
    text = (
        "Ann: routes denver-santa_fe el_paso-santa_fe; tickets denver-el_paso\n"
        "Bob: routes portland-salt_lake_city"
    )
    game = read("usa", text)
    assert [seat.completed for seat in game.score().seats] == [1, 0]
    assert game.score().totals == (8, 25)
    assert (game.score().winners, game.score().decided_by) == ((1,), "points")


# Two seats with equal points, and what tells them apart.
TIES = {
    ("usa", "tickets"): """
        Ann: routes el_paso-los_angeles el_paso-oklahoma_city; tickets los_angeles-oklahoma_city
        Bob: routes helena-winnipeg sault_st_marie-winnipeg sault_st_marie-toronto""",
    ("usa", "trail"): """
        Ann: routes montreal-new_york boston-new_york:red; tickets montreal-atlanta
        Bob: routes chicago-omaha""",
    ("europe", "tickets"): """
        Ann: routes athina-smyrna angora-smyrna; tickets athina-angora
        Bob: routes pamplona-paris:green barcelona-pamplona; tickets paris-wien""",
    ("europe", "stations"): """
        Ann: routes athina-smyrna
        Bob: routes lisboa-madrid; tickets madrid-dieppe; stations budapest""",
    ("europe", "trail"): """
        Ann: routes bruxelles-frankfurt frankfurt-paris:orange; tickets bruxelles-danzig
        Bob: routes rostov-sevastopol""",
    ("new-york", "tickets"): """
        Ann: routes lower_east_side-chinatown chinatown-wall_street:green;\
 tickets lower_east_side-wall_street
        Bob: routes chinatown-brooklyn:red""",
    ("london", "tickets"): """
        Ann: routes british_museum-piccadilly_circus; tickets british_museum-piccadilly_circus
        Bob: routes covent_garden-st_pauls""",
}


def tie(board: str, level: str, swapped: bool = False) -> Score:
    """The score of a tie, or of the same with the players in each other's seats."""
    lines = [line.strip() for line in TIES[board, level].strip().splitlines()]
    if swapped:
        other = {"Ann": "Bob", "Bob": "Ann"}
        lines = [other[line[:3]] + line[3:] for line in lines]
    return read(board, "\n".join(lines)).score()


@pytest.mark.parametrize(("board", "level"), TIES)
@pytest.mark.parametrize("swapped", [False, True])
def test_a_tie_on_points_is_broken_level_by_level(board: str, level: str, swapped: bool) -> None:
    """E7, P20: whichever seat it is."""
    result = tie(board, level, swapped)
    assert len(set(result.totals)) == 1
    assert (result.winners, result.decided_by) == ((int(swapped),), level)


@pytest.mark.parametrize(
    ("board", "level"), [("usa", "tickets"), ("europe", "tickets"), ("europe", "stations")]
)
def test_tickets_and_stations_outweigh_the_trail(board: str, level: str) -> None:
    """P20: these winners have the shorter trail."""
    first, second = tie(board, level).seats
    assert first.winner
    assert first.longest_trail < second.longest_trail


def test_more_tickets_outweigh_fewer_stations() -> None:
    """P20"""
    text = (
        "Ann: routes venezia-zurich roma-venezia brindisi-roma; tickets zurich-brindisi;"
        " stations paris\nBob: routes berlin-frankfurt:red berlin-wien"
    )
    result = read("europe", text).score()
    assert result.totals == (30, 30)
    assert [seat.stations_built for seat in result.seats] == [1, 0]
    assert (result.winners, result.decided_by) == ((0,), "tickets")


def test_an_idle_station_counts_as_built_in_a_tie() -> None:
    """E10, P20: it lends nothing, and still decides."""
    result = tie("europe", "stations")
    assert [seat.borrowed for seat in result.seats] == [(), ()]
    assert [seat.stations_built for seat in result.seats] == [0, 1]
    assert result.winners == (0,)


@pytest.mark.parametrize(
    ("board", "ann", "bob", "cy"),
    [
        (
            "usa",
            "chicago-omaha",
            "los_angeles-phoenix dallas-little_rock atlanta-nashville",
            "portland-salt_lake_city; tickets los_angeles-new_york",
        ),
        (
            "europe",
            "berlin-danzig",
            "brest-paris bruxelles-frankfurt budapest-wien:red",
            "palermo-smyrna; tickets cadiz-stockholm",
        ),
    ],
)
def test_the_trail_among_the_tied_decides_when_none_of_them_has_the_bonus(
    board: str, ann: str, bob: str, cy: str
) -> None:
    """P20: Cy has the longest trail of all and too few points."""
    text = f"players: Ann, Bob, Cy\nAnn: routes {ann}\nBob: routes {bob}\nCy: routes {cy}"
    result = read(board, text).score()
    assert result.totals[0] == result.totals[1] > result.totals[2]
    assert [seat.trail_bonus for seat in result.seats] == [0, 0, 10]
    assert (result.winners, result.decided_by) == ((0,), "trail")


@pytest.mark.parametrize(
    ("board", "ann", "bob"),
    [
        ("usa", "las_vegas-los_angeles", "pittsburgh-washington"),
        ("europe", "athina-smyrna", "brest-dieppe"),
        ("new-york", "times_square-empire_state_building:pink", "greenwich_village-soho"),
        ("london", "british_museum-covent_garden", "waterloo-elephant_and_castle"),
    ],
)
def test_players_equal_to_the_last_level_share_the_win(board: str, ann: str, bob: str) -> None:
    """E7, P20: on the small boards a longer trail does not break a tie."""
    result = read(board, f"players: Ann, Bob, Cy\nAnn: routes {ann}\nBob: routes {bob}").score()
    assert result.totals[0] == result.totals[1] > result.totals[2]
    assert (result.winners, result.decided_by) == ((0, 1), "shared")
    assert [seat.winner for seat in result.seats] == [True, True, False]
    if board in ("new-york", "london"):
        assert result.seats[0].longest_trail != result.seats[1].longest_trail


@pytest.mark.parametrize(("board", "count"), TABLES)
def test_all_players_may_share_the_win(board: str, count: int) -> None:
    """E7"""
    result = read(board, players(count)).score()
    assert (result.winners, result.decided_by) == (tuple(range(count)), "shared")


def test_a_tie_below_the_winner_is_not_looked_at() -> None:
    """E7"""
    text = "players: Ann, Bob, Cy\nCy: routes portland-salt_lake_city"
    result = read("usa", text).score()
    assert (result.winners, result.decided_by) == ((2,), "points")
    assert seat_score(read("usa", text), 0).winner is False
