"""What a game is worth: the items of the score, the longest trail, and who wins."""
