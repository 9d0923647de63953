"""The conversation of a game at the terminal: bots act, the player sees the position and answers.

A session owns nothing but the conversation: every decision goes through `Game.play`, and what the
player sees is a view. It ends when the game does, when the player leaves, or when the input does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from whistlestop.bots.seated import Seated
from whistlestop.cli.terminal.events_in_words import Teller
from whistlestop.cli.terminal.final_score import print_ending
from whistlestop.cli.terminal.find_names import card_letters, example_cities
from whistlestop.cli.terminal.hint import hint_lines
from whistlestop.cli.terminal.map_in_words import print_map
from whistlestop.cli.terminal.menu import SHOWN_CLAIMS, Menu
from whistlestop.cli.terminal.rules_in_words import print_rules
from whistlestop.cli.terminal.screen import Screen
from whistlestop.cli.terminal.take_back import NothingToUndo, TakeBacks
from whistlestop.cli.terminal.understand import Ambiguous, NotUnderstood, understand
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action, Build, Claim, Pay
from whistlestop.record import RecordError, RecordWriter

HELP = """\
Type a number from the list, or say it in words; the beginning of a name is enough:
  {draw:<26}take a face-up card
  {deck:<26}draw from the pile, draw tickets
  {claim:<26}claim a route; you are asked how to pay if there is a choice
  {pay:<26}claim a route and say how to pay
  {number:<26}claim number 7 of the list and say how to pay; 7? shows the ways
  {build:<26}build a station, where the board has them
And besides:
  look       show the position again          claims     list every route you can claim
  map        all cities with their routes     {map:<11}the routes at one city
  log        the game so far                  rules      the rules of this board
  hint       what the planner would do        undo       take your last decision back
  save FILE  save the game                    quit       leave"""


class PlayerLeft(Exception):
    """The player leaves the game."""


class TerminalSession:
    """One game with one player at the terminal and bots in the other seats."""

    def __init__(
        self,
        game: Game,
        seat: int,
        bots: Mapping[int, Seated],
        screen: Screen,
        ask: Callable[[str], str],
        writer: RecordWriter | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self.bots = bots
        self.screen = screen
        self.ask = ask
        self.writer = writer
        self._told = game.ply  # what was played before, the record tells
        self._menu: Menu | None = None
        self._take_backs = TakeBacks()
        self._commands: dict[str, Callable[[View, list[str]], None]] = {
            "help": lambda view, words: screen.say(self._help()),
            "?": lambda view, words: screen.say(self._help()),
            "look": lambda view, words: self._show(view),
            "claims": lambda view, words: self._show(view, everything=True),
            "map": lambda view, words: print_map(screen.console, view, words),
            "log": lambda view, words: screen.news(self._news(0)),
            "rules": lambda view, words: print_rules(screen.console, game.board, {}),
            "hint": lambda view, words: screen.news(hint_lines(view)),
            "save": self._save_command,
            "quit": self._quit,
            "exit": self._quit,
        }

    def run(self) -> None:
        """Play until the game or the player is done."""
        try:
            while not self.game.over:
                if self.seat in self.game.waiting:
                    self._decide()
                else:
                    self._let_bot_act()
            self._tell()
            print_ending(self.screen.console, self.game.board, self.game.score(), self.seat)
            self._offer_to_save("Save the game? A file name, or Enter for no: ")
        except PlayerLeft:
            self.screen.say(f"You left at ply {self.game.ply}.{self._where_saved()}", wrap=False)
        except EOFError:
            self.screen.say(
                f"\nThe input ended at ply {self.game.ply}.{self._where_saved()}", wrap=False
            )

    def _where_saved(self) -> str:
        return f" The game is in {self.writer.path}." if self.writer is not None else ""

    def _help(self) -> str:
        board = self.game.board
        (a, b), card = example_cities(board), board.colours[0]
        return HELP.format(
            draw=f"draw {card}, {card}, {card_letters(board)[card].lower()}",
            deck="deck, tickets",
            claim=f"claim {a} {b}",
            pay=f"{a} {b} 2 {card}",
            number=f"7 2 {card}",
            build=f"build {a}",
            map=f"map {a}",
        )

    def _let_bot_act(self) -> None:
        seat = self.game.turn
        failure = self.bots[seat].act(self.game, seat)
        if failure is not None:
            self.screen.problem(f"{failure}; from now on it plays at random.")
        self._write()

    def _write(self) -> None:
        if self.writer is not None:
            self.writer.write()

    def _decide(self) -> None:
        """Show the position and ask until something is played."""
        view = self.game.view(self.seat)
        self._tell()
        self._show(view)
        while not self._try(self.ask(_prompt(view)), view):
            pass
        self._write()
        self._tell()

    def _try(self, line: str, view: View) -> bool:
        """Do what was typed; whether that was the decision."""
        words = line.split()
        if not words:
            self.screen.say("Type a number from the list, or `help`.")
            return False
        command = self._commands.get(words[0].lower())
        if command is not None:
            command(view, words[1:])
            return False
        if words[0].lower() == "undo":
            return self._undo()
        action = self._meant(line, view)
        if action is None:
            return False
        before = self.game.copy()
        try:
            self.game.play(action, self.seat)
        except IllegalAction as error:
            self.screen.problem(error.sentence)
            return False
        self._take_backs.keep(before)
        return True

    def _undo(self) -> bool:
        """Go back to before the player's last decision; whether that could be done."""
        try:
            self.game = self._take_backs.last(self.game)
        except NothingToUndo as error:
            self.screen.problem(str(error))
            return False
        for bot in self.bots.values():
            bot.forget()
        self._told = self.game.ply
        if self.writer is not None:
            self.writer.begin_again(self.game)
        self.screen.say("Taken back. What was seen since is shuffled again.")
        return True

    def _meant(self, line: str, view: View) -> Action | None:
        meaning = understand(line, view, self._menu or Menu(view))
        if isinstance(meaning, NotUnderstood):
            self.screen.problem(meaning.sentence)
            return None
        return self._choose(meaning) if isinstance(meaning, Ambiguous) else meaning

    def _choose(self, choice: Ambiguous) -> Action | None:
        """Ask which of several ways to pay is meant."""
        self.screen.choices(choice.question, [self._way(action) for action in choice.actions])
        answer = self.ask("Which? Enter for 1, 0 to think again: ").strip() or "1"
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(choice.actions):
            return choice.actions[int(answer) - 1]
        if answer != "0":
            self.screen.problem(f"There is no number {answer:.20} in the list.")
        return None

    def _way(self, action: Action) -> str:
        if not isinstance(action, Claim | Build | Pay):
            return str(action)
        side = action.route.partition(":")[2] if isinstance(action, Claim) else ""
        return self.screen.payment(action.payment) + (f" (the {side} side)" if side else "")

    def _show(self, view: View, *, everything: bool = False) -> None:
        """What this decision needs to be seen for."""
        screen = self.screen
        self._menu = menu = Menu(view, len(view.legal) if everything else SHOWN_CLAIMS)
        match view.phase:
            case "opening":
                screen.position(view)
                screen.say("\nThese tickets were dealt to you:")
                screen.offer(view)
            case "tickets":
                screen.offer(view)
            case "tunnel":
                screen.tunnel(view)
                screen.menu(view, menu)
            case "second card":
                screen.menu(view, menu)
            case _:
                screen.position(view)
                screen.menu(view, menu)

    def _news(self, since: int) -> list[str]:
        teller = Teller(self.game.board, self.game.names, self.seat)
        return teller.tell(self.game.events(self.seat, since))

    def _tell(self) -> None:
        if self.game.ply > self._told:
            self.screen.news(self._news(self._told))
            self._told = self.game.ply

    def _save_command(self, view: View, words: list[str]) -> None:
        if words:
            self._save(" ".join(words))
        else:
            self.screen.problem("Save where? Type `save` and the name of a file.")

    def _save(self, name: str) -> bool:
        path = Path(name if Path(name).suffix else f"{name}.wst").expanduser()
        if path.exists():
            self.screen.problem(f"{path} exists already; choose another name.")
            return False
        try:
            self.game.record.save(path)
        except RecordError as error:
            self.screen.problem(error.sentence)
            return False
        self.screen.say(f"Saved the game up to ply {self.game.ply} in {path}.", wrap=False)
        return True

    def _quit(self, view: View, words: list[str]) -> None:
        self._offer_to_save("Save the game first? A file name, or Enter to leave without: ")
        raise PlayerLeft

    def _offer_to_save(self, question: str) -> None:
        """Unless the game is being saved anyway."""
        while self.writer is None:
            name = self.ask(question).strip()
            if not name or self._save(name):
                return


def _prompt(view: View) -> str:
    match view.phase:
        case "opening" | "tickets":
            return f"Keep which, at least {view.keep_at_least}? "
        case "second card":
            return "Second card? "
        case "tunnel" if view.tunnel is not None:
            return f"Pay {view.tunnel.extra} more, or decline? "
        case _:
            return "Your turn? "
