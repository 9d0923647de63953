"""The rules as declared switches: every way in which one board differs from another.

Each switch is a field of `Rules` with the sentence that states it; a board file gives the values.
Nothing in the engine asks for the name of a board: it asks these switches. A `Rules` is frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

TIE_BREAKS = ("tickets", "stations", "trail")
REFUSED = ("under", "out")


def _switch(sentence: str, default: Any = ...) -> Any:
    """A field that carries its rule in words; `{value}` is filled in by `Rules.sentences`."""
    metadata = {"sentence": sentence}
    return field(metadata=metadata) if default is ... else field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Rules:
    """Every rule switch of one board, in the order in which they are explained."""

    min_players: int = _switch("At least {value} players take part.")
    max_players: int = _switch("At most {value} players take part.")
    trains: int = _switch("Every player starts with {value} trains.")
    hand: int = _switch("Every player starts with {value} cards.")
    market: int = _switch("{value} cards lie face up in the market.")
    points: Mapping[int, int] = _switch("A route scores by its length: {value}.")
    opening_regular: int = _switch("Regular tickets dealt to every player at the start: {value}.")
    opening_keep: int = _switch("Every player keeps at least {value} of the tickets dealt.")
    draw_tickets: int = _switch(
        "Tickets taken from the top of the deck when drawing tickets: {value}."
    )
    draw_keep: int = _switch("At least {value} of the tickets drawn must be kept.", 1)
    opening_long: int = _switch("Long tickets dealt to every player at the start: {value}.", 0)
    opening_refused: str = _switch(
        "Tickets refused at the start go {value} (under: under the ticket deck; out: out of the"
        " game, unseen, with the long tickets not dealt).",
        "under",
    )
    wipe: int = _switch(
        "Whenever {value} or more of the face-up cards are locomotives, the market is wiped.", 3
    )
    single_track_players: int = _switch(
        "With up to {value} players only one side of a double route can be used.", 3
    )
    tunnel_cards: int = _switch("A tunnel turns up {value} cards from the pile.", 3)
    stations: int = _switch(
        "Every player has {value} stations; the first costs one card, each next one card more.", 0
    )
    last_round: int = _switch(
        "A player who ends a turn with {value} or fewer trains starts the last round.", 2
    )
    longest_trail: int = _switch("The longest trail earns {value} points.", 0)
    globetrotter: int = _switch("Most tickets completed earns {value} points.", 0)
    station_points: int = _switch("Every station kept earns {value} points.", 0)
    attraction_points: int = _switch("Every attraction touched earns {value} points.", 0)
    districts: bool = _switch(
        "A player whose own routes link all places of a district scores its number: {value}.", False
    )
    tie_breaks: tuple[str, ...] = _switch(
        "A tie on points is broken by, in this order: {value}.", ("tickets",)
    )

    def single_track(self, players: int) -> bool:
        """C7: whether so few players take part that only one side of a double route is used."""
        return players <= self.single_track_players

    def sentences(self) -> dict[str, str]:
        """Each switch by name with its rule in a sentence."""
        return {
            f.name: f.metadata["sentence"].format(value=_in_words(getattr(self, f.name)))
            for f in fields(self)
        }


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} → {v}" for k, v in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(v) for v in value) or "nothing"
    return str(value)
