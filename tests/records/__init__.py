"""Recorded games as the test suite (law 8): the fixtures, and what records promise."""
