"""Making the puzzles that ship, and confirming them by a stronger search.

    python -m tools.puzzles make                 # play games, write bots/puzzles/shipped
    python -m tools.puzzles confirm --sample 60  # look at some again, for longer
    python -m tools.puzzles table                # how many there are, by board and theme

`making` plays and keeps what it found in build/puzzles, a line a game, so that an interrupted run
goes on where it stopped; `confirming` looks again. The same seed gives the same puzzles.
"""
