"""A program that does a little of everything with the public names."""

import copy
import pickle

import whistlestop as ws

board: ws.Board = ws.load_board("europe")
names = [name.upper() for name in ws.board_names()]
rules: ws.Rules = board.rules
route: ws.Route = board.routes[0]
city: ws.City = route.a
ticket: ws.Ticket = board.tickets[0]
print(city.name.upper(), ticket.points + route.length, rules.max_players, names)

game = ws.Game("usa", ["Ann", "Bob"], seed=7)
events: tuple[ws.Event, ...] = game.play("keep 1 2")
again = pickle.loads(pickle.dumps(game))
same = copy.deepcopy(game)
print([event.name for event in events], again, same.turn + 1, game.phase.upper(), game.ply + 1)
view = game.view(seat=1)
world = view.sample(ws.seeded(3))
print(world.turn + 1, view.hand["red"] + 1, view.owners[0], view.players[0].trains + 1)
print([str(action) for action in view.legal], len(game.legal), game.legal[0])
fork = game.fork(seat=0, seed=1)
print(fork.ply + 1)
rng = ws.seeded(1, stream="mine")
print(rng.below(6) + 1, rng.next32() + 1, rng.copy().words())
bot: ws.Bot = ws.make_bot("greedy", seed=1)
print(bot.choose(view))
while not game.over:
    game.play(ws.make_bot("greedy", seed=game.ply).choose(game.view(game.turn)))
score: ws.Score = game.score()
print(score.seats[0].total + 1, score.winners)
record = game.record
record.save("evening.wst")
loaded = ws.load("evening.wst")
loaded.verify()
print(loaded.at(3).view(1).to_svg(), len(record), record.players)
result = ws.simulate(["greedy", "random"], board="usa", games=2, seed=1)
print(result.standings[0].rate + 1, result.failures)
try:
    game.play(ws.parse_action("draw deck"))
except (ws.IllegalAction, ws.NotationError, ws.SetupError, ws.BoardError, ws.RecordError) as error:
    print(error.code.upper(), str(error))
