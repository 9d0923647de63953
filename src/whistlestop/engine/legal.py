"""The legal actions of a seat as a lazy sequence: length, membership and items on demand.

Nothing is made of a code before somebody asks for it, not even a Python integer of those that were
found in a game; a codec makes each action and each text only once. `by_route` groups the claims
without making any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.phases.routes import claim_places
from whistlestop.engine.state.reading import FoundCodes
from whistlestop.model.actions import Action, Claim


class Legal(Sequence[Action]):
    """Legal actions in ascending order of their dense code."""

    __slots__ = ("_codec", "_codes", "_found")

    def __init__(
        self, codec: Codec, codes: Sequence[int] = (), found: FoundCodes | None = None
    ) -> None:
        """With these codes, or those `found` in a game."""
        self._codec = codec
        self._codes = tuple(codes) if found is None else None
        self._found = found

    @property
    def codes(self) -> tuple[int, ...]:
        """The dense codes."""
        if self._codes is None:
            assert self._found is not None
            self._codes = self._found.numbers()
        return self._codes

    def codes_json(self) -> bytes:
        """The codes as a list in JSON."""
        if self._found is not None:
            return self._found.json()
        return b"[%s]" % ",".join(map(str, self.codes)).encode()

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return Legal(self._codec, self.codes[index])
        return self._codec.actions[self.codes[index]]

    def __iter__(self) -> Iterator[Action]:
        return map(self._codec.actions.__getitem__, self.codes)

    def texts(self) -> list[str]:
        """Every action as text."""
        return list(map(self._codec.texts.__getitem__, self.codes))

    def by_route(self) -> ClaimsByRoute:
        """The claims among them, by the id of their route: who has a route in mind looks there."""
        return ClaimsByRoute(self._codec, self.codes)

    def __contains__(self, action: object) -> bool:
        try:
            return self._codec.encode(action) in self.codes  # type: ignore[arg-type]  # any object may be asked for
        except IllegalAction:
            return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Legal) and self.codes == other.codes

    def __reduce__(self) -> tuple[type[Legal], tuple[Codec, tuple[int, ...]]]:
        return Legal, (self._codec, self.codes)

    def __hash__(self) -> int:
        return hash(self.codes)

    def __repr__(self) -> str:
        shown = ", ".join(str(a) for a in self[:6])
        return f"<{len(self)} legal actions: {shown}{', …' if len(self) > 6 else ''}>"


class ClaimsByRoute(Mapping[str, tuple[Claim, ...]]):
    """The legal claims of each route that has any, every way to pay for it in the order of codes.

    >>> from whistlestop.engine.game import Game
    >>> game = Game.from_text("board: usa\\nAnn: hand 3 red 1 locomotive\\nBob: hand 2 blue")
    >>> [str(claim.payment) for claim in game.legal.by_route()["chicago-duluth"]]
    ['3 red', '2 red 1 locomotive']
    """

    __slots__ = ("_codec", "_codes", "_places")

    def __init__(self, codec: Codec, codes: tuple[int, ...]) -> None:
        self._codec = codec
        self._codes = codes
        self._places = claim_places(codec.flat, codec.board.route_ids, codes)

    def __getitem__(self, route: str) -> tuple[Claim, ...]:
        actions = self._codec.actions
        # Only claims have such codes.
        return tuple([actions[code] for code in self._codes[self._places[route]]])  # type: ignore[misc]

    def __contains__(self, route: object) -> bool:
        return route in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __repr__(self) -> str:
        return f"<claims on {len(self)} routes: {', '.join(self)}>"
