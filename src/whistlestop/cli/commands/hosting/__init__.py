"""Commands for whoever runs a server: serve, and what looks after its tables and their store."""
