"""Boards as data: what the shipped ones hold, and what the loader says about broken ones."""
