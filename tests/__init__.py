"""The tests, grouped by rule and by promise; a test's name is the rule in words."""
