"""A deal that can be proven afterwards: the server's secret and a value from each seat.

Before the start everybody sees `commitment`, a hash of the secret; then each seat may give a value;
`seed` is a hash of the secret and all values, and everything that chance decides follows from it.
So whoever drew the secret could not choose it to suit the values, and whoever gave a value could
not choose it to suit the secret. Nothing here draws a secret or keeps one: this is arithmetic that
anybody can repeat with any tool that knows SHA-256. What it proves and what it does not is in
`docs/explanation/secrecy.md`.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from whistlestop.engine.errors import SetupError

# A value is random text from a client: 32 bytes in hexadecimal are as good as any.
MOST_VALUE = 64

_SECRET = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ProvenDeal:
    """A secret of 32 bytes in hexadecimal, and each seat's value or None if it gave none.

    Examples:
        >>> deal = ProvenDeal("00" * 32, ("a value of Ann's", None))
        >>> deal.commitment[:16], deal.seed[:16]
        ('86e59c86c64de37f', 'bc842f4bc2724bb9')
    """

    secret: str
    values: tuple[str | None, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.secret, str) or not _SECRET.fullmatch(self.secret):
            raise SetupError("bad_deal", "A secret is 64 hexadecimal digits in lower case.")
        if type(self.values) is not tuple or not all(map(_is_value, self.values)):
            raise SetupError(
                "bad_deal",
                f"Each seat's value is a printable text of 1 to {MOST_VALUE} characters, or None.",
            )

    @property
    def commitment(self) -> str:
        """What everybody sees before any value: SHA-256 of `whistlestop/commitment/SECRET`."""
        return commitment_to(self.secret)

    @property
    def seed(self) -> str:
        """What the game is dealt from.

        The SHA-256 of `whistlestop/deal/SECRET/SEATS` and for each seat `/-`, or `/LENGTH:VALUE`
        with the length in bytes of UTF-8: no two deals give the same text.
        """
        parts = ["whistlestop/deal", self.secret, str(len(self.values)), *map(_part, self.values)]
        return _sha256("/".join(parts))


def commitment_to(secret: str) -> str:
    """The commitment to a secret whose values have not come yet."""
    return _sha256(f"whistlestop/commitment/{secret}")


def _is_value(value: object) -> bool:
    if value is None:
        return True
    # What is printable has no half characters, so that it can be hashed and saved.
    return isinstance(value, str) and 0 < len(value) <= MOST_VALUE and value.isprintable()


def _part(value: str | None) -> str:
    return "-" if value is None else f"{len(value.encode())}:{value}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
