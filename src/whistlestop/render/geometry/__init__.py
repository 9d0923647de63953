"""Where everything on the drawing of a board lies, and whether anything touches."""
