"""Results for people and programs: text tables, pictures, Parquet.

Nothing is computed here but layout. What only studies or reviews show lives with them.
"""
