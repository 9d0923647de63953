"""What may be done in a turn and what it does: one module for each kind of decision."""
