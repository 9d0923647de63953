"""Tables from afar: what `whistlestop.client` offers and `whistlestop bot` runs.

It speaks the documented protocol and uses nothing of a server but its messages. `guest` is somebody
at a server, who makes tables and finds them; `table` is one of them to sit, play, watch and
download; `plain` is both for programs without an event loop. `requests` asks over HTTP and
`refusals` puts the server's codes into words. `bot` plays a seat to the end of its game: `line`
keeps the connection, `session` is one of them, `known_table` merges what arrives into a `View`, so
that a program sees one format wherever it plays, and `players` asks a program or a bot.
"""
