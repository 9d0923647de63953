"""The values at the door: their text forms and what they refuse."""
