"""The proof of a deal over HTTP: nothing before the end, and everything that anybody can check."""

from __future__ import annotations

import hashlib

import pytest

from tests.server.finished.games import command, play
from tests.server.house import INVITES, House, Scene, Visitor
from whistlestop.engine.game import Game
from whistlestop.protocol.story import DealProof
from whistlestop.server.finished.proof import prove_deal
from whistlestop.server.http import finished_games

ANNS, BOBS = "a1" * 32, "b2" * 32


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


async def with_values(scene: Scene, bob: Visitor) -> str:
    """Ann and Bob, whose clients have given values, at a table that has started."""
    name = await scene.ann.new_table(board="new-york")
    await bob.get("/api/me")
    await command(bob, name, {"type": "sit", "seat": 1, "name": "Bob", "invite": INVITES[name]})
    await command(scene.ann, name, {"type": "value", "seat": 0, "value": ANNS})
    await command(bob, name, {"type": "value", "seat": 1, "value": BOBS})
    await command(scene.ann, name, {"type": "start"})
    return name


def test_after_the_end_everybody_can_check_what_was_promised_before(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await with_values(scene, bob)
            _, seen = await bob.get(f"/api/tables/{name}")
            promised = seen["table"]["deal"]["commitment"]
            await play(scene, name)
            status, proof = await eve.get(f"/api/tables/{name}/proof")
            secret = proof["secret"]
            assert (status, proof["agrees"]) == (200, True)
            assert proof["values"] == [ANNS, BOBS]
            assert sha256(f"whistlestop/commitment/{secret}") == promised == proof["commitment"]
            parts = "/".join(f"64:{value}" for value in proof["values"])
            assert sha256(f"whistlestop/deal/{secret}/2/{parts}") == proof["seed"]

    house.run(story)


def test_nothing_of_it_is_answered_or_logged_before_the_end(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob, scene.visitor() as eve:
            name = await with_values(scene, bob)
            table = await play(scene, name, 12)
            told = []
            for visitor in (scene.ann, bob, eve):
                link = {"Whistlestop-Invite": INVITES[name]}
                status, answer = await visitor.get(f"/api/tables/{name}/proof", **link)
                assert (status, answer["code"]) == (409, "not_finished")
                for path in ("", "/log", "/record.wst", "/story", "/plies/3"):
                    told.append(str(await visitor.get(f"/api/tables/{name}{path}", **link)))
                told.append(str(await visitor.get("/api/me/tables")))
            told += [str(await eve.get(path)) for path in ("/health", "/metrics", "/api/tables")]
            told.append(house.logged.getvalue())
            assert table.state.game is not None
            for word in (ANNS, BOBS, str(table.state.secret), str(table.state.game.seed)):
                assert not any(word in text for text in told)

    house.run(story)


def test_a_game_whose_cards_do_not_follow_from_the_secret_is_found_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that deals what it likes, and shows a secret and values all the same."""

    def dealt(board: str, *, players: list[str], first: int, deal: object) -> Game:
        honest = Game(board, players, first=first, deal=deal)  # type: ignore[arg-type]
        order = [honest.board.cards[card] for card in honest.cards]
        made = Game(board, players, seed=str(honest.seed), first=first, cards=order[::-1])
        made.deal, made.rng, made.explicit = honest.deal, honest.rng, honest.explicit
        return made

    monkeypatch.setattr("whistlestop.server.table.dealing.Game", dealt)

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await with_values(scene, bob)
            await play(scene, name)
            _, proof = await bob.get(f"/api/tables/{name}/proof")
            assert proof["agrees"] is False

    house.run(story)


def test_it_is_worked_out_once_for_all_who_ask(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Game] = []

    def counted(game: Game) -> DealProof:
        asked.append(game)
        return prove_deal(game)

    monkeypatch.setattr(finished_games, "prove_deal", counted)

    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            name = await with_values(scene, bob)
            await play(scene, name)
            for visitor in (scene.ann, bob, scene.ann):
                assert (await visitor.get(f"/api/tables/{name}/proof"))[1]["agrees"]
            assert len(asked) == 1

    house.run(story)
