"""A program that tells kinds of action apart, and a bot."""

from typing import assert_never

import whistlestop as ws


def told(action: ws.Action) -> str:
    match action:
        case ws.Claim(route=name, payment=ws.Payment(locomotives=wild)):
            return name.upper() + str(wild + 1)
        case ws.Build(city=name) | ws.Draw(card=name):
            return name.upper()
        case ws.Keep(tickets=places):
            return str(places[0] + 1)
        case ws.Pay(payment=payment):
            return str(payment.total + 1)
        case ws.DrawTickets() | ws.Decline() | ws.Pass():
            return str(action)
        case _:
            assert_never(action)


class Mine:
    def __init__(self, rng: ws.Rng) -> None:
        self.rng = rng

    def choose(self, view: ws.View) -> ws.Action | str:
        if "tickets" in view.legal:
            return "tickets"
        return view.legal[self.rng.below(len(view.legal))]


bot: ws.Bot = Mine(ws.seeded(1, stream="mine"))
game = ws.Game("usa", 2)
print("tickets" in game.legal, told(game.legal[0]))
ws.simulate([Mine, "greedy"], games=2)
