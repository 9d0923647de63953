"""Recorded games as tests: each is replayed to its exact score; and what records promise."""
