"""Bots in processes of their own: what a pool answers, whatever a bot does."""
