"""Talk at a table: how much of it is kept, and how fast anybody may add to it.

`lines` holds a table's log in memory, the game whole and of talk the newest lines; `limits` says
how fast a guest, an address and a table may talk. What may be said is in `decide`, who hears it in
`frames`.
"""
