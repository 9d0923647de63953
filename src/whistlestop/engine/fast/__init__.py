"""Games stepped by the codes of actions, singly and in batches, with rows that show each seat."""
