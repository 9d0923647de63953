"""A bot at a table from afar: what `whistlestop bot` runs, on the far side of the protocol.

Nothing here is part of a server. `views` turns what comes over the wire back into a `View`, so that
a program sees one format wherever it plays; `players` asks a program or a registered bot; `client`
keeps the connection.
"""
