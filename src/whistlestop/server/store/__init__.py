"""Where tables are kept: in one SQLite file, or in PostgreSQL for several processes.

`base` says what a store promises, `open` finds the one that a text names, `sqlite` and `postgres`
keep the promise as twins with the same modules, and `rows` and `outcomes` have what both share.
`backup` and `copying` move a whole store; `migrations` has the schemas. A store knows nothing of
games: the bodies of its entries are bytes.
"""
