"""Luck: both generators, deals that can be proven, and piles that are shuffled again."""
