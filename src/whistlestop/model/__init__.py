"""The words of the game as frozen values: boards, rules, actions, events, scores.

Each module holds values that never change and print as something a person can read. They know no
state, draw no chance and open no file: `boards` reads a `Board` from its file, and the engine says
what an action does. Every other package may import this one; it imports none of them.
"""
