"""An evening on a real server, played from a script over real connections.

The clock and all names are fixed, the game is dealt as the script says; everything else is the
server as it runs. Everything is done one after the other and everybody is waited for, so two
evenings of the same words are sent the same bytes, unless a secret is among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from tests.server.secrecy.looking import LOOKING, Look
from tests.server.secrecy.people import Someone, Stranger
from tests.server.secrecy.scripts import Eyes, Script, Step, orders
from tests.server.secrecy.wire import Address, Kept
from whistlestop.engine.game import Game
from whistlestop.engine.proven_deal import ProvenDeal
from whistlestop.model.board import Board
from whistlestop.server.run import Server
from whistlestop.server.sources import Sources
from whistlestop.server.table import entries as en

CHAT = "a word between the two of us"
NOBODY: Eyes = frozenset()


class FixedSources(Sources):
    """Time that moves when told; names of the usual kind, the same on every evening."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000
        self._names = Random("names")

    def now(self) -> int:
        return self.time

    def monotonic(self) -> int:
        return 0

    def _word(self, length: int) -> str:
        return "".join(
            self._names.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(length)
        )

    def table_id(self) -> str:
        return self._word(16)

    def guest_id(self) -> str:
        return self._word(20)

    def invite(self) -> str:
        return self._word(20)

    def secret(self) -> str:
        # The same on every evening: its hash is shown, and the script says what is dealt.
        return sha256(b"the secret of the table").hexdigest()


@dataclass
class Told:
    """All that an evening sent to anybody, and the words that not everybody may see."""

    table: str
    kept: dict[str, list[Kept]] = field(default_factory=dict)
    eyes: dict[str, Eyes] = field(default_factory=dict)
    own_words: dict[str, set[str]] = field(default_factory=dict)  # what each may see of the words
    words: dict[str, str] = field(default_factory=dict)  # the secret words, by what they are
    log: str = ""
    metrics: str = ""

    @property
    def size(self) -> int:
        return sum(len(kept.data) for all_kept in self.kept.values() for kept in all_kept)


def deal_as(game: Game, patch: pytest.MonkeyPatch) -> None:
    """Let tables deal this very game."""
    order = orders(game)

    def dealt(
        board: Board | str, *, players: Sequence[str], first: int, deal: ProvenDeal | None
    ) -> Game:
        luck = str(game.seed)
        made = Game(
            board, players, seed=luck, first=first, cards=order.cards, tickets=order.tickets
        )
        made.deal = deal  # so that whoever writes it down could tell it
        return made

    def dealt_again(made: Game, names: tuple[str, ...]) -> Game:
        return dealt(made.board, players=names, first=made.first, deal=made.deal)

    patch.setattr("whistlestop.server.table.dealing.Game", dealt)
    patch.setattr("whistlestop.engine.forking._dealt_again", dealt_again)


class Stage:
    """A table on a server with everybody around it."""

    def __init__(self, server: Server, script: Script, sources: FixedSources, close: Eyes) -> None:
        """`close` are the eyes that are watched: those who have no others look at everything."""
        self.server = server
        self.script = script
        self.sources = sources
        self.close = close
        host, _, port = server.address.removeprefix("http://").rstrip("/").rpartition(":")
        self.address = Address(host, int(port))
        self.people: dict[str, Someone] = {}
        self.words: dict[str, str] = {}
        self.own_words: dict[str, set[str]] = {}
        self.table = self.other_table = self.invite = ""
        self.version = self.looks = 0

    async def play(self) -> Told:
        """The whole evening; everybody has left when it returns."""
        await self._gather()
        for step in self.script.steps:
            self.sources.time += 1000
            await self._perform(step)
        _, metrics, _ = await self.people["stranger"].asking.ask("GET", "/metrics")
        for someone in self.people.values():
            await someone.leave()
        return Told(
            self.table,
            {name: someone.kept for name, someone in self.people.items()},
            {name: someone.eyes for name, someone in self.people.items()},
            self.own_words,
            {**self.words, "seed": str(self.script.game.seed), "secret": self.sources.secret()},
            metrics=metrics.decode(),
        )

    # Coming together

    async def _gather(self) -> None:
        cast = self.script.cast
        await self._guest("ann", frozenset({0, 2} if cast.third == "here" else {0}))
        await self._guest("bob", frozenset({1}))
        if cast.third == "open":
            await self._guest("cy", frozenset({2}))
        await self._guest("eve", NOBODY)
        await self._guest("mallory", NOBODY)
        self._add(Stranger("stranger", self.address, NOBODY))
        await self._other_table()
        await self._make_table()
        for name in ("ann", "bob", "cy", "eve", "foreign"):
            if name in self.people:
                await self.people[name].listen(self.table, "first")
        await self._take_seats()
        await self._give_values()
        await self.people["ann"].command("start")
        await self._settle(self.version + 1)

    def _add(self, someone: Someone) -> Someone:
        self.people[someone.name] = someone
        self.own_words[someone.name] = set()
        return someone

    async def _guest(self, name: str, eyes: Eyes) -> None:
        someone = self._add(Someone(name, self.address, eyes))
        await someone.introduce()
        assert someone.asking.cookie is not None
        self._note(f"guest of {name}", someone.guest, name)
        self._note(f"cookie of {name}", someone.asking.cookie, name)

    def _note(self, what: str, word: str, *owners: str) -> None:
        """A word that nobody but its owners may be sent."""
        self.words[what] = word
        for owner in owners:
            self.own_words[owner].add(what)

    def _program(self, name: str, eyes: Eyes, token: str) -> None:
        self._tell_invite(self._add(Someone(name, self.address, eyes, token)))

    async def _other_table(self) -> None:
        """A table of somebody else, which gives a program of theirs a token."""
        mallory = self.people["mallory"]
        seats = [{"kind": "me"}, {"kind": "remote", "name": "Spy"}]
        _, made = await mallory.post("/api/tables", {"name": "Mallory", "seats": seats})
        self.other_table = made["table"]
        self._note("other invite", made["invite"], "mallory")
        what = {"type": "reissue", "id": "token", "seat": 1}
        _, ack = await mallory.post(f"/api/tables/{self.other_table}/commands", what)
        self._note("foreign token", ack["result"]["token"], "mallory")
        self._program("foreign", NOBODY, ack["result"]["token"])

    async def _make_table(self) -> None:
        cast, game = self.script.cast, self.script.game
        third: dict[str, str] = {"kind": cast.third}
        third |= {} if cast.third == "open" else {"name": "Cy"}
        third |= {"bot": "greedy"} if cast.third == "bot" else {}
        options = {"board": game.board.name, "first": game.first}
        options |= {"watch": cast.watch, "listed": cast.listed, "take_back": True}
        seats = [{"kind": "me"}, {"kind": "open"}, third]
        body = {"name": "Ann", "seats": seats, "options": options}
        status, made = await self.people["ann"].post("/api/tables", body)
        assert status == 201, made
        self.table, self.invite, self.version = made["table"], made["invite"], 1
        seated = [name for name in ("ann", "bob", "cy") if name in self.people]
        self._note("invite", self.invite, *seated)
        for name in {"bob", "cy", "eve", "foreign"} & set(self.people):
            self._tell_invite(self.people[name])

    def _tell_invite(self, someone: Someone) -> None:
        """Let somebody look who has no seat: at a private table one has to know the invite."""
        someone.asking.headers["Whistlestop-Invite"] = self.invite

    async def _take_seats(self) -> None:
        for name, seat in (("bob", 1), ("cy", 2)):
            if name in self.people:
                called = name.capitalize()
                await self._entry(name, "sit", seat=seat, name=called, invite=self.invite)
        if self.script.cast.third == "remote":
            self._program("late", NOBODY, await self._reissue("late token", 2))
            token = await self._reissue("token", 2)
            self._program("cy", frozenset({2}), token)
            self.own_words["cy"].add("invite")
            await self.people["cy"].listen(self.table, "first")
            await self.people["late"].listen(self.table, "first")

    async def _give_values(self) -> None:
        """Everybody's client adds to the luck; nobody else may see what it gave."""
        for someone in self.people.values():
            for seat in sorted(someone.eyes):
                value = sha256(f"value of {someone.name} for {seat}".encode()).hexdigest()
                self._note(f"value of seat {seat}", value)
                await self._entry(someone.name, "value", seat=seat, value=value)

    async def _reissue(self, what: str, seat: int) -> str:
        ack = await self._entry("ann", "reissue", seat=seat)
        assert ack.result is not None
        self._note(what, str(ack.result["token"]), "ann")
        return str(ack.result["token"])

    async def is_over(self) -> bool:
        return (await self.server.hub.table(self.table)).state.status == "over"

    # Step by step

    async def _perform(self, step: Step) -> None:
        kind = step.kind.split()[0]
        perform = getattr(self, f"_step_{kind}", None)
        if perform is not None:
            await perform(step)
        else:
            await self._entry(self._actor(step.seat).name, kind, seat=step.seat)

    def _actor(self, seat: int) -> Someone:
        """Whoever plays a seat."""
        return next(x for x in self.people.values() if seat in x.eyes)

    async def _entry(self, name: str, kind: str, /, **what: Any) -> Any:
        """A command that makes one entry, which everybody then knows of."""
        answer = await self.people[name].command(kind, **what)
        assert answer.type == "ack", (kind, what, answer)
        await self._settle(self.version + 1)
        return answer

    async def _settle(self, version: int) -> None:
        """Wait until everybody who listens knows of a version."""
        self.version = version
        for someone in self.people.values():
            for ear in someone.ears:
                await ear.until(lambda ear=ear: ear.closed or ear.version >= version)

    async def _step_do(self, step: Step) -> None:
        actor = self._actor(step.seat)
        decision = actor.ear.decisions[step.seat]
        what = {"seat": step.seat, "decision": decision, "action": step.text}
        await self._entry(actor.name, "do", **what)

    async def _step_bot(self, step: Step) -> None:
        await self._settle(self.version + 1)
        table = await self.server.hub.table(self.table)
        did = table.state.lines[self.version - 1].body
        assert isinstance(did, en.Did)
        assert (did.seat, did.do, did.by) == (step.seat, step.text, "bot")

    async def _step_back(self, step: Step) -> None:
        await self._entry(self._actor(step.seat).name, "take_back", seat=step.seat)

    async def _step_say(self, step: Step) -> None:
        await self._entry(self._actor(step.seat).name, "say", text=CHAT)
        if self.script.cast.watch:
            await self._entry("eve", "say", phrase="well_played")

    async def _step_hint(self, step: Step) -> None:
        actor = self._actor(step.seat)
        decision = actor.ear.decisions[step.seat]
        await self._entry(actor.name, "hint", seat=step.seat, decision=decision)

    async def _step_link(self, step: Step) -> None:
        """Ask for a link to another device, which nobody else may see."""
        actor = self._actor(step.seat).name
        ack = await self._entry(actor, "link", seat=step.seat)
        self._note("link", str(ack.result["token"]), actor)

    async def _step_try(self, step: Step) -> None:
        """Something that is refused; a late answer is told where the game stands."""
        actor = self._actor(step.seat)
        decision, welcomes = actor.ear.decisions.get(step.seat), actor.ear.welcomes
        what = {"seat": step.seat, "decision": decision or self.version, "action": step.text}
        answer = await actor.command("do", **what)
        assert answer.type == "refused", (step, answer)
        if answer.code == "stale":
            await actor.ear.until(lambda: actor.ear.welcomes > welcomes)

    async def _step_look(self, step: Step) -> None:
        self.looks += 1
        await self._look(LOOKING)

    async def _step_glance(self, step: Step) -> None:
        await self._look(LOOKING[:1])

    async def _look(self, ways: Sequence[Look]) -> None:
        """Everybody looks around: a spectator and the seats that are watched in every way there is,
        others in one way after the other."""
        for number, someone in enumerate(self.people.values()):
            watched = someone.name == "eve" or NOBODY < someone.eyes <= self.close
            one = (number + self.looks) % len(ways)
            for way in ways if watched else ways[one : one + 1]:
                await way(self, someone)
