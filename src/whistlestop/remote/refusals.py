"""A server's refusals in words: it sends codes and parameters, and people who call from Python or
from a terminal read sentences.

A code that has none here is named as it is; docs/protocol.md explains all.
"""

from __future__ import annotations

from whistlestop.protocol.requests import Problem
from whistlestop.remote.errors import RemoteError

_SENTENCES = {
    "already_seated": "You have a seat at this table.",
    "bad_cookie": "The key of the guest is not one of this server, or it is too old.",
    "bad_message": "The server cannot read that request.",
    "bad_name": "That name has nothing readable in it.",
    "bad_notation": "That is no action, such as `draw deck` or `keep 1 2`.",
    "bad_players": "This board is for {least} to {most} players, not for {players}.",
    "bad_token": "The token is not good for this table (any more).",
    "banned": "Whoever runs this server has banned you.",
    "busy": "Others keep changing this table; try again.",
    "colour_taken": "Another seat has that colour.",
    "guests_only": "A seat's token plays its seat and nothing else.",
    "no_recipes": "This server takes bots by their plain names, not {bot}.",
    "no_such_board": "The server has no such board.",
    "no_such_seat": "The table has no such seat.",
    "no_such_table": "There is no such table.",
    "not_allowed": "The table does not allow that.",
    "not_host": "Only the host of the table may do that.",
    "not_invited": "This table is private: it takes the link with its invite.",
    "not_your_seat": "That seat is another's.",
    "programs_only": "Tokens are for the seats of programs, not for those of people.",
    "restarting": "The server is restarting; try again.",
    "seat_taken": "That seat is not free.",
    "server_full": "The server has no room now; try again later.",
    "stale": "That decision has passed.",
    "store_unavailable": "The server cannot store anything now; try again later.",
    "table_closed": "Whoever runs the server has closed this table.",
    "table_deleted": "Whoever runs the server has deleted this table.",
    "table_damaged": "The table cannot be read any more; its operator has to restore it.",
    "too_fast": "That was asked too often; try again in {seconds} s.",
    "too_many_tables": "There are too many open tables from this address.",
    "unknown_bot": "The server has no bot {bot}.",
    "unknown_level": "The board has no {bot}.",
    "wrong_host": "The server goes by another name than the one in this address.",
    "wrong_protocol": "The server speaks another protocol; update the older of the two.",
    "wrong_time": "That cannot be done while the table is {stage}.",
}

# The server tells nobody more than the code, for its words would have to be in everyone's language.
_RULES = {
    "already_answered": "The seat has chosen its tickets; what was kept stays kept.",
    "ferry_needs_locomotives": "The ferry takes more locomotives than that.",
    "game_over": "The game is over.",
    "illegal": "That is not allowed now.",
    "locomotive_second": "A face-up locomotive cannot be the second card of a turn.",
    "must_act": "Nobody may pass while anything else can be done.",
    "no_station_left": "All stations of the seat are built.",
    "no_stations": "There are no stations on this board.",
    "no_such_offer": "No such ticket is offered.",
    "no_tickets_left": "No tickets are left to draw.",
    "not_enough_cards": "The hand does not hold these cards.",
    "not_enough_trains": "The seat has too few trains left for this route.",
    "not_face_up": "No such card lies face up.",
    "not_your_turn": "It is another seat's turn.",
    "other_side_closed": "With so few players only one side of this double route can be used.",
    "other_side_yours": "Nobody may own both sides of a double route.",
    "pile_empty": "No card is left in the deck.",
    "route_taken": "The route has been claimed already.",
    "station_taken": "The city has a station already.",
    "too_few_tickets": "More tickets than that have to be kept.",
    "unknown_card": "There is no such card on this board.",
    "unknown_city": "There is no such city on this board.",
    "unknown_code": "No action of this board has that number.",
    "unknown_route": "There is no such route on this board.",
    "which_side": "This is a double route: name its side by its colour.",
    "wrong_colour": "That colour does not fit.",
    "wrong_number_of_cards": "That takes more or fewer cards.",
    "wrong_phase": "Something else has to be decided first.",
}


def refusal(problem: Problem) -> RemoteError:
    """The error for a refusal: its own code, and one sentence."""
    return RemoteError(problem.code, sentence_of(problem))


def sentence_of(problem: Problem) -> str:
    """What a refusal says, with its parameters where the sentence has a place for them."""
    other = _RULES.get(problem.code, "The server refused that ({code}).")
    sentence = _SENTENCES.get(problem.code, other)
    try:
        return sentence.format_map({"code": problem.code, **problem.params})
    except (KeyError, ValueError, IndexError):
        return f"The server refused that ({problem.code})."
