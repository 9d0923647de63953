"""Every byte that a server sends about a table is a message of the protocol and nothing more."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.server.table.evening import Evening, at_table
from tests.server.table.playing import play_to_the_end
from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import FromServer, Update, Welcome
from whistlestop.protocol.schema import components

SCHEMAS = components()
decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer, strict=True)


def check(frame: bytes) -> FromServer:
    """A frame fits its type, and its type has a place for all of it."""
    message = decoder.decode(frame)
    assert json.loads(msgspec.json.encode(message)) == json.loads(frame)
    known = SCHEMAS[type(message).__name__]["properties"]
    assert set(json.loads(frame)) <= set(known)
    return message


@pytest.mark.parametrize("board", ["usa", "europe", "new-york"])
@at_table()
async def test_every_frame_of_a_game_is_a_message_and_nothing_more(
    there: Evening, board: str
) -> None:
    """Frames to both seats and to a spectator, from the lobby to the end of a whole game."""
    table, ann, bob = await there.two(board=board)
    eve = await there.person(table, "eve")
    await eve.asks(co.Say, phrase="hello")
    await play_to_the_end(table, {0: ann, 1: bob})
    kinds = {type(check(frame)) for person in (ann, bob, eve) for frame in person.frames}
    assert kinds == {Welcome, Update}
    assert len(eve.frames) > 50


@at_table()
async def test_the_frames_of_a_lobby_are_messages_and_nothing_more(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    await ann.asks(co.Paint, 0, "green")
    await ann.asks(co.Arrange, 1, "remote")
    ack = await ann.asks(co.Reissue, 1)
    assert check(msgspec.json.encode(ack)) == ack
    assert [type(check(frame)) for frame in ann.frames] == [Welcome, Update, Update, Update]


def test_a_frame_with_something_more_would_be_noticed() -> None:
    with pytest.raises(AssertionError):
        check(b'{"type":"bye","code":"restarting","retry":true,"seed":"7"}')
