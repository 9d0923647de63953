"""What travels between a client and the server, as types; schemas are generated from them."""
