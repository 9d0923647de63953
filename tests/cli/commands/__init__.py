"""One file of tests for each command, or for a few that belong together."""
