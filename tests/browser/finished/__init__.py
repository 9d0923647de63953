"""Pages about games that are over, in a real browser."""
