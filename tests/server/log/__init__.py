"""The log of a table: read again, shared by processes, and while the store fails."""
