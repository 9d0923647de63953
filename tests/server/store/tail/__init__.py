"""The newest moves of a SQLite file: what they cost, and that nobody can tell where they lie."""
