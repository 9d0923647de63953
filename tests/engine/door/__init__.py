"""The door of the engine: codes and texts of actions, positions, refusals, and nonsense."""
