"""Pictures: the icons and sketches that the page ships, and screenshots to look through.

The land under the boards has a room of its own, `tools.outlines`.
"""
