"""Games as files: saved, loaded, verified, replayed to any ply, redacted for a seat.

A record is JSON lines in UTF-8, by custom with the ending `.wst`. The first line is the setup, the
last line of a finished game its end, and each line between is one ply:

    {"whistlestop":"record","format":1,"kind":"game","board":"usa:mega","board_digest":…,
     "rules":{…},"rng":1,"players":[…],"first":0,"seed":7,"crc":…}
    {"seat":0,"do":"draw deck","got":["red"],"crc":…}
    {"end":{"totals":[…],"winners":[…],"decided_by":"points","reason":"last round"},
     "digest":…,"crc":…}

`got` is what chance answered: the cards that left the pile, or the tickets offered. A game set up
without a seed has `"seed":null` and the full order of `cards` and `tickets` instead. Format 2 may
have `"rng":2` and beside the seed the `proof` of its deal (`proof`), and between plies lines like
`{"shuffled":["cards"],"again":1,"crc":…}` for piles shuffled again after a take-back; what has none
of these is written in format 1. Format 3 has `from` in the first line of a game that goes on from a
ply of another one (`forks`).

`crc` is the CRC-32 of everything before it, this line and the ones above (`lines`), so a changed
byte is always found. `digest` is the SHA-256 of setup, plies and final truth (`digest`). The kind
`seat` has `viewer` and `deal` instead of a seed, the `events` its viewer saw in each line, and of a
proof the commitment alone (`seat`).

`record` is a whole game, `seat` what one seat saw of it; `files` loads both, `saved` and `writer`
write them, and `many` is a packed file of many games. `parts` says what stands in which line, read
through `fields`; `migrate` brings old formats up to date; `replay` proves a record true. Nothing
here plays a game that was not played already.
"""

from whistlestop.record.errors import RecordError
from whistlestop.record.files import load, loads
from whistlestop.record.many import load_all
from whistlestop.record.parts import RecordedPly, RecordedResult, Setup
from whistlestop.record.record import Record
from whistlestop.record.seat import SeatRecord, SeenPly
from whistlestop.record.writer import RecordWriter

__all__ = [
    "Record",
    "RecordError",
    "RecordWriter",
    "RecordedPly",
    "RecordedResult",
    "SeatRecord",
    "SeenPly",
    "Setup",
    "load",
    "load_all",
    "loads",
]
