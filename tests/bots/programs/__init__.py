"""Bots in other languages."""
