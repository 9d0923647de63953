"""Whistlestop plays the train-route board games by their published rules.

    >>> import whistlestop as ws
    >>> game = ws.Game("usa", players=["Ann", "Bob"], seed=7)
    >>> game.play("keep 1 2")[0].name
    'answered'

The names below are the public door; each is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from whistlestop._version import __version__

_HOMES = {
    "Action": "model.actions",
    "Board": "model.board",
    "BoardError": "boards.load",
    "Bot": "bots",
    "Build": "model.actions",
    "City": "model.board",
    "Claim": "model.actions",
    "Decline": "model.actions",
    "Draw": "model.actions",
    "DrawTickets": "model.actions",
    "Event": "model.events",
    "Game": "engine.game",
    "IllegalAction": "engine.errors",
    "Keep": "model.actions",
    "NotationError": "model.actions",
    "Pass": "model.actions",
    "Pay": "model.actions",
    "Payment": "model.actions",
    "ProvenDeal": "engine.proven_deal",
    "Record": "record",
    "RecordError": "record",
    "Rng": "engine.luck",
    "Route": "model.board",
    "Rules": "model.rules",
    "Score": "model.score",
    "SetupError": "engine.errors",
    "Ticket": "model.board",
    "View": "engine.knowledge.view",
    "board_names": "boards.load",
    "load": "record",
    "load_all": "record",
    "load_board": "boards.load",
    "make_bot": "bots",
    "parse_action": "model.actions",
    "seeded": "engine.luck",
    "simulate": "lab",
}

__all__ = ["__version__", *_HOMES]

if TYPE_CHECKING:
    from whistlestop.boards.load import BoardError as BoardError
    from whistlestop.boards.load import board_names as board_names
    from whistlestop.boards.load import load_board as load_board
    from whistlestop.bots import Bot as Bot
    from whistlestop.bots import make_bot as make_bot
    from whistlestop.engine.errors import IllegalAction as IllegalAction
    from whistlestop.engine.errors import SetupError as SetupError
    from whistlestop.engine.game import Game as Game
    from whistlestop.engine.knowledge.view import View as View
    from whistlestop.engine.luck import Rng as Rng
    from whistlestop.engine.luck import seeded as seeded
    from whistlestop.engine.proven_deal import ProvenDeal as ProvenDeal
    from whistlestop.lab import simulate as simulate
    from whistlestop.model.actions import Action as Action
    from whistlestop.model.actions import Build as Build
    from whistlestop.model.actions import Claim as Claim
    from whistlestop.model.actions import Decline as Decline
    from whistlestop.model.actions import Draw as Draw
    from whistlestop.model.actions import DrawTickets as DrawTickets
    from whistlestop.model.actions import Keep as Keep
    from whistlestop.model.actions import NotationError as NotationError
    from whistlestop.model.actions import Pass as Pass
    from whistlestop.model.actions import Pay as Pay
    from whistlestop.model.actions import Payment as Payment
    from whistlestop.model.actions import parse_action as parse_action
    from whistlestop.model.board import Board as Board
    from whistlestop.model.board import City as City
    from whistlestop.model.board import Route as Route
    from whistlestop.model.board import Ticket as Ticket
    from whistlestop.model.events import Event as Event
    from whistlestop.model.rules import Rules as Rules
    from whistlestop.model.score import Score as Score
    from whistlestop.record import Record as Record
    from whistlestop.record import RecordError as RecordError
    from whistlestop.record import load as load
    from whistlestop.record import load_all as load_all
else:
    # Out of a type checker's sight: it would take every misspelt name for one that is found here.
    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'whistlestop' has no attribute {name!r}")
        value = getattr(import_module(f"whistlestop.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
