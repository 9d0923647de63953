"""The bounds of the protocol in one place: what is longer, more or faster is refused."""

from typing import Annotated

from msgspec import Meta

PROTOCOL = 2

MESSAGE_BYTES = 4096
MESSAGES_PER_WINDOW = 60
WINDOW_SECONDS = 20
QUEUE_MESSAGES = 64
QUEUE_BYTES = 256 * 1024
SOCKETS_PER_GUEST = 20
HISTORY_ENTRIES = 200  # as many entries of the log travel with a first view
LIST_TABLES = 50  # in one answer
LATEST = 10**14  # a time in milliseconds that no table will see

# `$` would let a line end pass, and `\\Z` is not known everywhere.
_END = r"(?![\s\S])"

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=f"^[A-Za-z0-9_.-]+{_END}")]
TableId = Annotated[str, Meta(min_length=1, max_length=40, pattern=f"^[a-z0-9]+{_END}")]
Token = Annotated[str, Meta(min_length=1, max_length=200)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
SaidText = Annotated[str, Meta(min_length=1, max_length=300)]
ActionText = Annotated[str, Meta(min_length=1, max_length=120)]
ActionNumber = Annotated[int, Meta(ge=0, le=999_999)]
BoardName = Annotated[str, Meta(min_length=1, max_length=60)]
BotName = Annotated[str, Meta(min_length=1, max_length=120)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
# 32 random bytes of a client, in small hexadecimal digits.
LuckValue = Annotated[str, Meta(min_length=64, max_length=64, pattern=f"^[0-9a-f]+{_END}")]
Version = Annotated[int, Meta(ge=0, le=1_000_000_000)]
PlyNumber = Annotated[int, Meta(ge=0, le=99_999)]
Time = Annotated[int, Meta(ge=0, le=LATEST)]
