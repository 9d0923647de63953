"""What travels between a client and a server, as types, with both directions of a view.

Commands and messages of a table's socket, bodies of requests and answers, boards and stories of
finished games, their limits, and the documents made from them (JSON Schema, OpenAPI).
`view_to_wire` turns the engine's views into messages, `view_from_wire` turns them back. Nothing
here listens, connects, stores or decides: the server and the remote client do, and import this.
"""
