"""The values of the model: their text forms and what they refuse."""
