"""The game in a terminal: what is shown, what is understood, and the conversation."""
