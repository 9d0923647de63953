"""Counts of action sequences and the order of legal actions, so that optimising is safe."""
