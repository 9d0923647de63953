"""Who is better: matches in paired blocks, tournaments, ratings, and tuning by matches.

A match stops when `sequential` says that it is decided, `ratings` turns matches into Elo, and
`tune` looks for better constants by playing them. The games themselves are played by `lab.runs`.
"""
