"""The engine's promises: whole games here, what a seat may know and the door in rooms of their own.

What the tests share lies here too: random games (`play`), boards (`any_board`, `small`), the
auditor (`audit`), and secrets read from a state (`truth`) or exchanged (`siblings`).
"""
