"""What comes again: a command that was sent before (`repeats`), and a game by the same people
(`rematching`).
"""
