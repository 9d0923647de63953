"""What a player sees: the position, the menu and the messages, drawn with rich.

Colour is never the only sign: every card shows its letter and its name. Nothing here changes the
game or decides anything; it draws a view, and a view holds no secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from whistlestop.bots.advice.network import Network
from whistlestop.cli.terminal.events_in_words import card_word, cards_in_words
from whistlestop.cli.terminal.find_names import card_letters
from whistlestop.cli.terminal.line_wrap import flow
from whistlestop.cli.terminal.menu import ClaimLine, Menu, PaymentLine
from whistlestop.engine.knowledge.view import PlayerView, View
from whistlestop.model.actions import DECK, Payment
from whistlestop.model.board import GRAY, LOCOMOTIVE, Board, Route, Ticket
from whistlestop.render.palette import MARK_WORDS, fill_of, ink_on
from whistlestop.render.summary import (
    counted,
    figure_heads,
    figures_of,
    last_round,
    pair,
    plural,
    word_for,
)

UNKNOWN_FILL = "#8a8478"
LEFT = 10  # columns that the words on the left take
ROOMY = 100  # columns from which on claims stand in a table
NARROW = 80  # columns below which some things are left out


class Screen:
    """Draws for one player on one console."""

    def __init__(self, console: Console, board: Board) -> None:
        self.console = console
        self.board = board
        self.letters = card_letters(board)

    def say(self, text: str, *, wrap: bool = True) -> None:
        """A line; one with the name of a file is left whole, so that it can be copied."""
        self.console.print(text, soft_wrap=not wrap)

    def problem(self, sentence: str) -> None:
        """Say why something could not be done."""
        self.console.print(sentence, style="bold red")

    def news(self, sentences: Sequence[str]) -> None:
        """What happened since the player last looked."""
        for sentence in sentences:
            self.console.print(Padding(Text(sentence), (0, 0, 0, 2)))

    def position(self, view: View) -> None:
        """Everything the player needs to decide a turn."""
        title = [self.board.title, f"ply {view.ply}", last_round(view)]
        self.console.print()
        self.console.print(Rule(" · ".join(part for part in title if part), style="dim"))
        self.console.print(self._players(view))
        self.console.print(self._facts(view))

    def _players(self, view: View) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("player", no_wrap=True)
        for head in figure_heads(view):
            table.add_column(head, justify="right")
        if self.console.width >= NARROW:
            table.add_column("cards known")
        for player in view.players:
            table.add_row(*self._player_row(view, player)[: len(table.columns)])
        return table

    def _player_row(self, view: View, player: PlayerView) -> list[str]:
        you = player.seat == view.seat
        sign = ">" if player.seat in view.waiting else " "
        name = f"{sign} {MARK_WORDS[player.seat]} {'You' if you else player.name}"
        known = {} if you else view.certain(player.seat)
        seen = cards_in_words(self.board, known) if known else ""
        return [name, *map(str, figures_of(view, player)), seen]

    def _facts(self, view: View) -> Table:
        """Market, hand and tickets under each other."""
        table = _lines()
        piles = f"pile {view.pile} · discards {sum(view.discards.values())}"
        table.add_row("Market", self._market(view))
        table.add_row("", Text(f"{piles} · ticket deck {view.ticket_pile}", style="dim"))
        hand = [self.card(c, view.hand[c]) for c in self.board.cards if view.hand.get(c)]
        table.add_row("Hand", self.row(hand) if hand else "empty")
        if view.tickets:
            table.add_row("Tickets", self._tickets(view))
        return table

    def _market(self, view: View) -> Text:
        return self.row([self.card(c) if c else Text("empty", style="dim") for c in view.market])

    def _tickets(self, view: View) -> Table:
        assert view.seat is not None
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        own = Network(view, view.seat, borrow=False)
        borrowed = Network(view, view.seat)
        trains = view.players[view.seat].trains
        for number, ticket in enumerate(view.tickets, 1):
            done, state = _ticket_state(ticket, own, borrowed, trains)
            points = counted(ticket.points, "point")
            row = (f"{number}.", "✓" if done else "·", pair(ticket), points, state)
            table.add_row(*row, style="green" if done else "")
        return table

    def row(self, parts: Sequence[Text]) -> Text:
        """Side by side, as far as the console is wide."""
        return flow(parts, self.console.width - LEFT)

    def card(self, card: str, count: int | None = None) -> Text:
        """A card with its letter, its name and, in a hand, how many."""
        fill = fill_of(card)
        fill = fill if fill.startswith("#") else UNKNOWN_FILL
        # Without colours nothing else would set the letter apart.
        sides = "[]" if self.console.color_system is None else "  "
        letter = f"{sides[0]}{self.letters[card]}{sides[1]}"
        text = Text(letter, style=f"bold {ink_on(card)} on {fill}")
        text.append(f" {card_word(self.board, card)}", style="default on default not bold")
        if count is not None:
            text.append(f" ×{count}", style="bold default on default")
        return text

    def menu(self, view: View, menu: Menu) -> None:
        """The choices, grouped."""
        table = _lines()
        if menu.draws:
            table.add_row("Draw", self._draws(menu))
        if menu.claims:
            table.add_row("Claim", self._claims(view, menu))
        if menu.builds:
            table.add_row(word_for(self.board, "station").capitalize(), self._builds(menu))
        if menu.tickets:
            rules = self.board.rules
            drawn = f"draw {min(rules.draw_tickets, view.ticket_pile)} tickets"
            says = f"{drawn}, keep at least {rules.draw_keep}"
            table.add_row("Tickets", _keyed(menu.tickets, says))
        if menu.pays:
            table.add_row("Pay", self.row([self._way(way) for way in menu.pays]))
        if menu.decline:
            table.add_row("Decline", _keyed(menu.decline, "take the cards back; the turn is over"))
        if menu.passes:
            table.add_row("Pass", _keyed(menu.passes, "there is nothing else to do"))
        self.console.print(table)

    def _draws(self, menu: Menu) -> Text:
        parts = []
        for key, draw in menu.draws:
            text = Text(f"{key} ", style="bold cyan")
            text.append_text(Text("top of the pile") if draw.card == DECK else self.card(draw.card))
            if draw.card == LOCOMOTIVE:
                text.append(" (ends the turn)", style="dim")
            parts.append(text)
        return self.row(parts)

    def _claims(self, view: View, menu: Menu) -> RenderableType:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for line in menu.claims:
            cells = self._claim_cells(line)
            if self.console.width < ROOMY:
                said = [cell for cell in cells if cell.plain]
                cells = [flow(said, self.console.width - LEFT - 6, "  ")]
            table.add_row(Text(line.key, "bold cyan"), *cells)
        hidden = menu.hidden_claims
        if not hidden:
            return table
        more = f"... and {hidden} more {plural('route', hidden)}; `claims` lists all"
        return Group(table, Text(more, style="dim"))

    def _claim_cells(self, line: ClaimLine) -> list[Text]:
        """Where, what it takes, what it gives, the sensible payment, and what it is good for."""
        others = len(line.claims) - 1
        more = f"{line.key}? +{counted(others, 'way')}" if others else ""
        ticket = f"ticket {', '.join(map(str, line.tickets))}" if line.tickets else ""
        return [
            Text(pair(line.route)),
            Text(_kind(line.route), "dim"),
            Text(f"+{self.board.rules.points[line.route.length]}"),
            Text(self.payment(line.claims[0].payment)),
            Text(more, "dim"),
            Text(ticket, "green"),
        ]

    def _way(self, way: PaymentLine) -> Text:
        return _keyed(f"{way.key}:", self.payment(way.payment))

    def payment(self, payment: Payment) -> str:
        """Short, as it stands in lists; it can be typed like this, but for the sign."""
        wild = word_for(self.board, LOCOMOTIVE).replace("locomotive", "loco")
        counts = ((payment.coloured, payment.colour), (payment.locomotives, wild))
        return " + ".join(f"{count} {name}" for count, name in counts if count)

    def _builds(self, menu: Menu) -> RenderableType:
        if menu.forced_builds:
            cities = self.board.city_by_id
            return self.row([_keyed(key, cities[b.city].name) for key, b in menu.forced_builds])
        cost = menu.builds[0].payment.total
        cards = f"{counted(cost, 'card')} of one colour" if cost > 1 else "1 card"
        return f"`build` and a city, such as `build {menu.builds[0].city[:3]}`; it costs {cards}"

    def offer(self, view: View) -> None:
        """The tickets to choose from."""
        assert view.seat is not None
        net = Network(view, view.seat, borrow=False)
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for number, ticket in enumerate(view.offer, 1):
            trains = net.trains(ticket.a, ticket.b)
            far = "out of reach" if trains is None else _to_go(self.board, trains)
            points = counted(ticket.points, "point")
            kind = "long" if ticket.long else ""
            table.add_row(Text(str(number), style="bold cyan"), pair(ticket), points, far, kind)
        self.console.print(table)

    def tunnel(self, view: View) -> None:
        """A tunnel that waits to be paid."""
        assert view.tunnel is not None
        table = _lines()
        table.add_row("Tunnel", pair(view.tunnel.route))
        laid = [self.card(card, count) for card, count in view.tunnel.laid.items()]
        table.add_row("Laid", self.row(laid))
        table.add_row("Turned up", self.row([self.card(card) for card in view.tunnel.revealed]))
        hand = [self.card(card, count) for card, count in view.hand.items()]
        table.add_row("Hand", self.row(hand or [Text("empty")]))
        self.console.print(table)

    def choices(self, question: str, options: Iterable[str]) -> None:
        """A short numbered list."""
        self.console.print(question)
        for number, option in enumerate(options, 1):
            self.console.print(Text(f"  {number} ", style="bold cyan").append(option, "default"))


def _lines() -> Table:
    """A table of facts, each under its word."""
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    table.add_column(style="bold", no_wrap=True, min_width=8)
    table.add_column()
    return table


def _keyed(key: str, says: str) -> Text:
    return Text(f"{key} ", style="bold cyan").append(says, "default")


def _kind(route: Route) -> str:
    colour = "any" if route.colour == GRAY else route.colour
    if route.ferry:
        return f"{route.length} ferry, {route.ferry} wild"
    return f"{route.length} {colour}{' tunnel' * route.tunnel}"


def _ticket_state(ticket: Ticket, own: Network, borrowed: Network, trains: int) -> tuple[bool, str]:
    if own.joins(ticket):
        return True, "complete"
    if borrowed.joins(ticket):
        return False, "complete if a station borrows the right route"
    needed = own.trains(ticket.a, ticket.b)
    if needed is None:
        return False, "out of reach: the way is blocked"
    state = _to_go(own.view.board, needed)
    return False, state if needed <= trains else f"{state}, and only {trains} are left"


def _to_go(board: Board, trains: int) -> str:
    return f"{counted(trains, word_for(board, 'train'))} to go"
