"""Proofs about drawings: geometry without overlaps, pictures and texts true to the view."""
