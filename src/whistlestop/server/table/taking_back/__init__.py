"""Taking back at a table: how far one may go by oneself, and how rivals agree to more.

What a take-back changes follows from its entry in the log, in `server.table.state`.
"""
