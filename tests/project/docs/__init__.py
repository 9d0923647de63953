"""The documentation: its parts, and its reference against the code."""
