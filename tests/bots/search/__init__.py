"""The search: its worlds, its beliefs, its judges, its time."""
