"""What a position is worth: every item of the score, and who wins.

`scoring` fills a `tally` with the help of `loans` (stations) and of `bonuses`, which asks
`districts` and `trail` with `trail_search`; `ranking` breaks ties; `results` makes a readable
`Score` of it. `parts` says which cities hang together. Nothing here changes a state or knows how it
came about. Compiled, but for `results`.
"""
