"""A server's refusals in words: it sends codes and parameters, and people who call from Python or
from a terminal read sentences.

A code that has none here, as those of the rules, is named as it is; docs/protocol.md explains all.
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
    "table_damaged": "The table cannot be read any more; its operator has to restore it.",
    "too_fast": "That was asked too often; try again in {seconds} s.",
    "too_many_tables": "There are too many open tables from this address.",
    "unknown_bot": "The server has no bot {bot}.",
    "unknown_level": "The board has no {bot}.",
    "wrong_host": "The server goes by another name than the one in this address.",
    "wrong_time": "That cannot be done while the table is {stage}.",
}


def refusal(problem: Problem) -> RemoteError:
    """The error for a refusal: its own code, and one sentence."""
    return RemoteError(problem.code, sentence_of(problem))


def sentence_of(problem: Problem) -> str:
    """What a refusal says, with its parameters where the sentence has a place for them."""
    sentence = _SENTENCES.get(problem.code, "The server refused that ({code}).")
    try:
        return sentence.format_map({"code": problem.code, **problem.params})
    except (KeyError, ValueError, IndexError):
        return f"The server refused that ({problem.code})."
