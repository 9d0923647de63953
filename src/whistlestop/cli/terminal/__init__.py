"""The game in a terminal: what a player sees, what may be typed, and the loop around both."""
