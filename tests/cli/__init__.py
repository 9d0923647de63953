"""The command line: every command, every kind of bad input, and the game in the terminal."""
