"""One module per kind of decision; each keeps what may be done and what it does together."""
