"""What clients send is read as its type or refused; numbers are read as JSON means them."""

from __future__ import annotations

import msgspec
import pytest

from whistlestop.protocol.commands import Do, FromClient
from whistlestop.protocol.decoding import MessageDecoder

DECODER: MessageDecoder[FromClient] = MessageDecoder(FromClient)
TEXT = '{"type":"do","id":"a1","seat":%s,"decision":%s,"action":"draw deck"}'


@pytest.mark.parametrize(("seat", "decision"), [("1", "9"), ("1.0", "9"), ("1e0", "0.9e1")])
def test_a_whole_number_may_be_written_in_any_way(seat: str, decision: str) -> None:
    assert DECODER.decode(TEXT % (seat, decision)) == Do("a1", 1, 9, "draw deck")


@pytest.mark.parametrize("seat", ["1.5", "1e300", "NaN", "true", '"1"', "9.0", "-1.0", "null"])
def test_anything_else_is_no_whole_number(seat: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        DECODER.decode(TEXT % (seat, 9))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 2000 + "]" * 2000,
        '{"a":' * 800 + "1" + "}" * 800,
        '{"id":' + "[" * 1900 + "]" * 1900 + ',"type":"start"}',
        '{"type":"start","id":"a","seat":' + "[" * 1900 + "]" * 1900 + "}",
    ],
    ids=["lists", "objects", "before the type", "behind the type"],
)
def test_what_is_nested_without_end_is_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        DECODER.decode(text)
