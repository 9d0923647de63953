"""The server: tables for people and bots over HTTP and WebSocket, where nothing is lost or leaked.

A table is a log of entries in a store; everything else is derived from it. A command is decided,
appended, committed, and only then acknowledged and shown. What leaves is made from `Game.view` and
the events of one audience, so a secret is never there to be hidden.
"""
