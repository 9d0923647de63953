"""The rules, clause by clause: every test is a rule in words and carries its clause ids.

Turns are in `phases`, points in `scoring`; here are the deal, the boards' own numbers, the variants
and who knows what, with the short ways to write positions and the second opinions that all share.
"""
