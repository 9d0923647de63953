"""A server from its start to its stop."""
