"""The page in the distribution's Firefox."""
