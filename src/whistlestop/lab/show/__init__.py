"""Results for people: text tables and pictures.

Nothing is computed here but layout. What only studies or reviews show lives with them.
"""
