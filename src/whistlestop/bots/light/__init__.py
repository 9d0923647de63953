"""The light player: quick enough to play thousands of games a second, for trying positions out.

`player` holds what one seat intends and what all seats of a board share; `network` decides which
routes to want, `turns` takes the decisions of a turn, `keep` chooses tickets. All are compiled.

Nobody can play against it: it is no registered bot and sees states, not facts, because making facts
would take longer than its thoughts. It still reads only what its seat may know. The coach plays on
with it.
"""
