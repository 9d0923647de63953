"""A program that plays at a table from afar: what `whistlestop bot` runs.

It is a client of the documented protocol. `client` keeps the connection, `session` is one of them,
`known_table` merges what arrives into a `View`, so that a program sees one format wherever it
plays, and `players` asks a program or a registered bot. Nothing here is part of a server.
"""
