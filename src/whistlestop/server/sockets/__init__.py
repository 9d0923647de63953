"""The WebSockets of tables: one of them, all of them, and how a command gets to its table.

`table_socket` reads and writes one client's messages, `open_sockets` counts all sockets and ends
them, `run_command` also serves commands that come over HTTP. What a command means, and what a
client is shown, is in `server.table`.
"""
