"""Finding cities and cards by what a person types: the beginning of a name is enough.

Case, accents, dots and hyphens do not matter. It never guesses: a text that fits several things
gives several.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from whistlestop.model.board import LOCOMOTIVE, Board, City
from whistlestop.render.palette import letters_of

SEPARATORS = ("-", "–", "to")


def plain(text: str) -> str:
    """Lower case, without accents and signs."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in spread if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in letters).split())


def find_cities(board: Board, words: Sequence[str]) -> list[City]:
    """The cities whose name these words begin; a whole name beats a beginning."""
    wanted = [word for typed in words for word in plain(typed).split()]
    if not wanted:
        return []
    spelt = [(city, plain(city.name).split(), plain(city.id).split()) for city in board.cities]
    whole = [city for city, name, other in spelt if wanted in (name, other)]
    starts = [c for c, name, other in spelt if _begins(wanted, name) or _begins(wanted, other)]
    inside = [c for c, name, _ in spelt if any(_begins(wanted, name[i:]) for i in range(len(name)))]
    return whole or starts or inside


def _begins(wanted: Sequence[str], name: Sequence[str]) -> bool:
    """`n york`, `new y` and `new york` all begin `new york`."""
    enough = len(wanted) <= len(name)
    return enough and all(n.startswith(w) for w, n in zip(wanted, name, strict=False))


def find_card(board: Board, word: str) -> str | None:
    """A card by its letter or the beginning of its name, in the board's words or the rules'."""
    word = word.casefold()
    letters = {letter.casefold(): c for c, letter in card_letters(board).items()}
    if word in letters:
        return letters[word]
    names = {LOCOMOTIVE: LOCOMOTIVE, board.labels.get(LOCOMOTIVE, LOCOMOTIVE): LOCOMOTIVE}
    names |= {colour: colour for colour in board.colours}
    for spelt in (word, word.removesuffix("s")):
        if spelt in names:
            return names[spelt]
    found = {card for name, card in names.items() if word and name.startswith(word)}
    return found.pop() if len(found) == 1 else None


def card_letters(board: Board) -> dict[str, str]:
    """A letter for every card, no two the same; the same as on drawings of the board."""
    letters = dict(letters_of(board.colours))
    wild = board.labels.get(LOCOMOTIVE, LOCOMOTIVE).upper() + "*"
    letters[LOCOMOTIVE] = next(c for c in wild if c not in letters.values())
    return letters


def example_cities(board: Board) -> tuple[str, str]:
    """Two cities joined by a route, as short as they can be typed."""
    route = board.routes[0]
    return _shortest(board, route.a), _shortest(board, route.b)


def _shortest(board: Board, city: City) -> str:
    name = plain(city.name).split()[0]
    for length in range(3, len(name)):
        if find_cities(board, [name[:length]]) == [city]:
            return name[:length]
    return plain(city.name)
