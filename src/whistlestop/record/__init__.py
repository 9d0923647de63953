"""Games as files: saved, loaded, verified, replayed to any ply, redacted for a seat.

A record is JSON lines in UTF-8, by custom with the ending `.wst`. `lines` is about its bytes,
`parts` about what stands in which line, `replay` about proving it. Bots, servers and windows are
for others; nothing here plays a game that was not played already.
"""

from whistlestop.record.errors import RecordError
from whistlestop.record.files import load, loads
from whistlestop.record.parts import Ply, Result, Setup
from whistlestop.record.record import Record
from whistlestop.record.seat import SeatRecord, SeenPly
from whistlestop.record.writer import RecordWriter

__all__ = [
    "Ply",
    "Record",
    "RecordError",
    "RecordWriter",
    "Result",
    "SeatRecord",
    "SeenPly",
    "Setup",
    "load",
    "loads",
]
