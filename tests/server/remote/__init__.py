"""Programs that play at a table over the network."""
