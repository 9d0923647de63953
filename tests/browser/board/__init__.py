"""What a board looks like in a real Chromium."""
