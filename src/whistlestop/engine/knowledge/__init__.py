"""What a seat may know: views, events, and worlds that fit them.

`make_view` (with `past_views`) is the one place where the truth becomes a `view`, and `events` the
one where raw events become readable ones; `memory` is what everyone at the table could have written
down, `sampling`, `dealing` and `ticket_world` invent the unknown, `packing` makes a view small. No
secret of another seat leaves this room. What players may do is decided in `phases`.
"""
