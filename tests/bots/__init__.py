"""Bots: the registry, what every bot must do, and what each of the first ones does."""
