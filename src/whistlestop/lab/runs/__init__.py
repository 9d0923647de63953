"""Many games: blocks handed to workers, each played once, kept in a results file if asked.

`run` is the centre; `workers` and `cluster` play for it in processes here or on Ray, `worker` is
what runs there, and `simulation` is the plainest use. How one game is played is the business of
`lab.games`; what games mean, of `matches` and `study`.
"""
