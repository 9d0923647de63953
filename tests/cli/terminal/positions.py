"""Positions for tests of the terminal game."""

from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View

EUROPE = (
    "board: europe\n"
    "market: red blue locomotive - green\n"
    "Ann: hand 3 red 2 blue 2 locomotive; tickets paris-wien berlin-roma; routes munchen-wien\n"
    "Bob: routes frankfurt-munchen bruxelles-paris:red\n"
)
OPENING = (
    "board: usa\nphase: opening\n"
    "Ann: hand 1 red; offer seattle-new_york denver-el_paso kansas_city-houston\n"
    "Bob: hand 1 blue; offer boston-miami dallas-new_york chicago-atlanta\n"
)
TUNNEL = (
    "board: europe\nphase: tunnel\ntunnel: venezia-zurich 2 green\nrevealed: green white black\n"
    "Ann: hand 1 green 1 locomotive 1 red; tickets berlin-roma\n"
)
SECOND = "board: europe\nphase: second card\nmarket: red blue locomotive - green\nAnn: hand 1 red\n"
USA = (
    "board: usa\nplayers: Ann, Bob, Cy, Di\n"
    "Ann: hand 3 red 2 yellow 1 locomotive; tickets boston-miami\n"
)


def view_of(position: str) -> View:
    game = Game.from_text(position)
    return game.view(game.turn)
