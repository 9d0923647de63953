"""The rules, clause by clause: every test is a rule in words and carries its clause ids."""
