"""What each player does: in positions made for it, and over whole games."""
