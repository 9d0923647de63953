"""The documentation as a site, read from a disk."""
