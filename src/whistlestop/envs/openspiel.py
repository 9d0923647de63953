"""The OpenSpiel game `whistlestop(board=usa,players=2,reward=win)`; importing this registers it.

Chance is explicit: every card and every ticket that comes up is a chance node with its exact odds.
Information states as text have perfect recall: all that a seat was told, and what it did. As
tensors they are what a seat may know now, with all it can still use of the past: what piles held,
who drew how many blind, which tickets it refused. Unknown settings and illegal actions raise
`pyspiel.SpielError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel  # type: ignore[import-not-found]  # it has no types
from gymnasium import error

from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.state.rng import seeded
from whistlestop.envs.chance_game import ChanceGame
from whistlestop.envs.encoding import encode
from whistlestop.envs.resampling import resampled
from whistlestop.envs.rewards import read_reward
from whistlestop.envs.settings import Setting, setting_of
from whistlestop.envs.spiel_structs import SpielJson, history_in, values_of
from whistlestop.model.errors import Refusal

NAME = "whistlestop"
MOST_PLAYERS = 8
PRIVATE = ("hand", "answer", "tickets", "offer")
DEFAULTS = {"board": "usa", "players": 2, "reward": "win"}


def _game_type(by_score: bool) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="Whistlestop",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if by_score else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def _game_info(setting: Setting, by_score: bool) -> Any:
    board, t = setting.board, setting.flat
    tickets = sum(abs(ticket.points) for ticket in board.tickets)
    most = tickets + sum(int(t.route_points[r.index]) for r in board.routes)
    most += sum(b.points * (b.limit(board) if b.earned == "each" else 1) for b in board.bonuses)
    return pyspiel.GameInfo(
        num_distinct_actions=setting.actions,
        max_chance_outcomes=max(int(t.kinds), int(t.tickets)),
        num_players=setting.players,
        min_utility=float(-tickets) if by_score else -1.0,
        max_utility=float(most) if by_score else 1.0,
        utility_sum=None if by_score else 0.0,
        max_game_length=_longest(setting),
    )


def _longest(setting: Setting) -> int:
    """A bound on the decisions of a game; no game comes near it.

    Every route and station is placed once, every ticket kept once, and between two of these no
    more cards can be drawn than there are. In between, E9 ends what brings nothing.
    """
    t = setting.flat
    placings = int(t.routes + t.players * t.stations + t.tickets) + 1
    gains = placings * (int(t.deck) + 1)
    return 2 * gains * (5 * setting.players + 1)


class WhistlestopGame(pyspiel.Game):  # type: ignore[misc]  # its types are not seen
    """One board with a number of players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        try:
            rule = read_reward(str(chosen["reward"]))
            if rule.function is not None:
                raise error.Error("In OpenSpiel a reward is win or score.")
            self.by_score = rule.by_score
            self.setting = setting_of(str(chosen["board"]), int(chosen["players"]))
        except error.Error as refused:
            raise pyspiel.SpielError(str(refused)) from None
        info = _game_info(self.setting, self.by_score)
        super().__init__(_game_type(self.by_score), info, chosen)

    def new_initial_state(self, struct: Any = None) -> WhistlestopState:
        """Before the deal, where chance is asked first; or the state of a struct or its JSON."""
        state = WhistlestopState(self)
        if struct is None:
            return state
        try:
            history = history_in(struct)
        except ValueError as wrong:
            raise pyspiel.SpielError(f"This is no state of {NAME}: {wrong}.") from None
        return state.after(history)

    def max_chance_nodes_in_history(self) -> int:
        """A decision brings up no more cards than ten wipes and a tunnel."""
        t = self.setting.flat
        each = 12 * int(t.market) + int(t.tunnel_cards + t.max_offer)
        return each * (_longest(self.setting) + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What OpenSpiel reads observations and information states with."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise pyspiel.SpielError("There is nothing to choose about these observations.")
        return Observer(self.setting, kind)


class WhistlestopState(pyspiel.State):  # type: ignore[misc]  # as above
    """One point of a game, held by `chance_game`."""

    def __init__(self, game: WhistlestopGame) -> None:
        super().__init__(game)
        self.by_score = game.by_score
        self.chance_game = ChanceGame(game.setting)

    def current_player(self) -> Any:
        """Chance while it is asked, then the seat to act, at last nobody."""
        if self.chance_game.odds:
            return pyspiel.PlayerId.CHANCE
        game = self._running()
        return pyspiel.PlayerId.TERMINAL if game.over else game.turn

    def _running(self) -> Game:
        assert self.chance_game.game is not None, "with nothing to ask, the deal is done"
        return self.chance_game.game

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._running().legal_for(player).codes)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer, each with its probability."""
        total = sum(count for _, count in self.chance_game.odds)
        return [(outcome, count / total) for outcome, count in self.chance_game.odds]

    def _apply_action(self, action: int) -> None:
        try:
            if self.chance_game.odds:
                self.chance_game.answer(action)
            else:
                self.chance_game.play(action)
        except IllegalAction as refused:
            raise pyspiel.SpielError(str(refused)) from None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.chance_game.outcome_text(action)
        return self.chance_game.setting.text(action)

    def after(self, history: Sequence[int]) -> WhistlestopState:
        """This state, once all of this has happened."""
        for number in history:
            self._need_possible(number)
            self.apply_action(number)
        return self

    def _need_possible(self, number: int) -> None:
        """OpenSpiel does not look before it applies, and a history may come from anywhere."""
        asked = [outcome for outcome, _ in self.chance_game.odds]
        if number not in (asked or self.legal_actions()):
            raise pyspiel.SpielError(f"{number} cannot happen at move {len(self.history())}.")

    def resample_from_infostate(self, player: int, sampler: Any) -> WhistlestopState:
        """A state that this player could not tell from this one; its luck comes from the sampler.

        The sampler is called without anything and gives numbers from 0 to 1.
        """
        if self.chance_game.odds or self.is_terminal():
            raise pyspiel.SpielError("Only where a player decides there is something to resample.")
        rng = seeded(f"{float(sampler())}/{float(sampler())}", "resample")
        try:
            history = resampled(self.chance_game, int(player), rng)
        except IllegalAction as refused:
            raise pyspiel.SpielError(str(refused)) from None
        return WhistlestopState(self.get_game()).after(history)

    def to_struct(self) -> SpielJson:
        """The state as named values: its history is all that counts."""
        return SpielJson(
            current_player=int(self.current_player()),
            history=[int(number) for number in self.history()],
            position=str(self),
        )

    def to_dict(self) -> dict[str, Any]:
        """The struct's values by their names."""
        return self.to_struct().to_dict()

    def to_json(self) -> str:
        """The struct as JSON; `game.new_initial_state` takes it back."""
        return self.to_struct().to_json()

    def to_observation_struct(self, player: int | None = None) -> SpielJson:
        """What a player may know, as a view is written."""
        game = self.chance_game.game
        if game is None:
            raise pyspiel.SpielError("Before the deal is done nobody sees anything.")
        return SpielJson(**game.view(self.current_player() if player is None else player).data())

    def action_to_struct(self, *action: int) -> SpielJson:
        """An action, given alone or after its player, as a player would write it."""
        return SpielJson(action=self.chance_game.setting.text(action[-1]))

    def struct_to_actions(self, struct: Any) -> list[int]:
        """The action that a struct or its JSON stands for."""
        try:
            return [self.chance_game.setting.number(str(values_of(struct, "action")))]
        except (ValueError, Refusal) as wrong:
            raise pyspiel.SpielError(f"This is no action of {NAME}: {wrong}.") from None

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.chance_game.over

    def returns(self) -> list[float]:
        """By seat: the points, or shares of a win and a loss that add up to nought."""
        game = self.chance_game.game
        if game is None or not game.over:
            return [0.0] * self.chance_game.setting.players
        tally = tally_scores(game.flat, game.state)
        if self.by_score:
            return [float(points) for points in tally.total]
        winners, _ = rank(game.flat, game.state, tally)
        others = len(game.names) - len(winners)
        if not others:
            return [0.0] * len(game.names)
        win, lose = 1.0 / len(winners), -1.0 / others
        return [win if seat in winners else lose for seat in range(len(game.names))]

    def __str__(self) -> str:
        return str(self.chance_game)


class Observer:
    """What a seat may know as a tensor with named parts, and as text."""

    def __init__(self, setting: Setting, kind: Any) -> None:
        self.setting = setting
        self.recalls = bool(kind.perfect_recall)
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise pyspiel.SpielError("Nobody observes the secrets of all players.")
        shapes = {
            name: shape
            for name, (_, shape) in setting.sections.items()
            if (self.private if name in PRIVATE else self.public)
        }
        if self.recalls and self.public:
            shapes |= _past_shapes(setting)
        self.tensor = np.zeros(sum(int(np.prod(s)) for s in shapes.values()), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: WhistlestopState, player: int) -> None:
        """Fill the tensor with what a player may know."""
        self.tensor.fill(0)
        game = state.chance_game.game
        if game is None:
            return
        # A seat learns what an action brought when all of it is there.
        view = game.view(player)
        row = encode(view)["observation"]
        for name, cells in self.dict.items():
            if name in self.setting.sections:
                cells[...] = self.setting.part(row, name)
        if "pools" in self.dict:
            _write_past(view, self.dict, self.private)

    def string_from(self, state: WhistlestopState, player: int) -> str:
        """What a player may know as text: all it heard where the past counts, else its view."""
        game = state.chance_game.game
        if self.recalls:
            lines = state.chance_game.heard[player if self.private else -1]
            return "\n".join([f"seat {player}", *lines])
        if game is None:
            return f"seat {player}: the deal"
        return game.view(player if self.private else None).to_json()


def _past_shapes(setting: Setting) -> dict[str, tuple[int, ...]]:
    """What is added where the past counts: two pools, blind draws, own refused tickets."""
    kinds, players = int(setting.flat.kinds), setting.players
    return {"pools": (2, kinds), "drawn": (2, players), "refused": (int(setting.flat.tickets),)}


def _write_past(view: View, parts: dict[str, Any], private: bool) -> None:
    board, players = view.board, len(view.players)
    for n, pool in enumerate(view.pools):
        cards = dict(pool.cards)
        for card in () if private else pool.own:
            cards[card] = cards.get(card, 0) + 1
        parts["pools"][n] = [cards.get(card, 0) for card in board.cards]
        for player in view.players:
            assert view.seat is not None
            parts["drawn"][n, (player.seat - view.seat) % players] = pool.drawn[player.seat]
    for draw in view.draws if private else ():
        for place, name in enumerate(draw.tickets or ()):
            if draw.places is not None and place not in draw.places:
                parts["refused"][board.ticket_by_id[name].index] = 1


def load(board: str, players: int, reward: str) -> Any:
    """The game, as `pyspiel.load_game` gives it."""
    return pyspiel.load_game(NAME, {"board": board, "players": players, "reward": reward})


pyspiel.register_game(_game_type(False), WhistlestopGame)
