"""The sockets of tables: greetings, limits, slow readers, and how they end."""
