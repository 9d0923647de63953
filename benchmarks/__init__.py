"""Measurements of speed and memory, run by `make bench`; not part of the tests, not shipped."""
