"""Games that are over: their records, their plies, their story and the coach."""
