"""The rules as a library: complete, exact games. It knows no clock, no file and no network."""
