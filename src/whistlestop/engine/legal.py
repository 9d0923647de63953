"""The legal actions of a seat as a lazy sequence: length, membership and items on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction
from whistlestop.model.actions import Action


class Legal(Sequence[Action]):
    """Legal actions in ascending order of their dense code."""

    __slots__ = ("_codec", "codes")

    def __init__(self, codec: Codec, codes: Sequence[int]) -> None:
        self._codec = codec
        self.codes = tuple(codes)

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return Legal(self._codec, self.codes[index])
        return self._codec.decode(self.codes[index])

    def __iter__(self) -> Iterator[Action]:
        return map(self._codec.decode, self.codes)

    def texts(self) -> list[str]:
        """Every action as text."""
        return list(map(self._codec.texts.__getitem__, self.codes))

    def to_json(self) -> bytes:
        """Every action as text, as a JSON list."""
        return self._codec.to_json(self.codes)

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
