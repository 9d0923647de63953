"""What several players reason with, compiled with the engine.

`seat_facts` holds what one seat knows, as integers, and `from_view` reads it from a view;
`board_scale` measures a board; `ways` finds cheapest ways, `forest` joins many pairs of cities;
`card_needs` counts cards; `prices` says what every route would cost a seat, in turns.

No player lives here: what only one of them needs is in its own folder. Nothing here decides
anything, uses luck or sees more than its seat may know.
"""
