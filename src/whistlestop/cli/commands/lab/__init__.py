"""The commands that let bots play many games, or measure and review them.

`options` holds the options they share, and the files they write beside what they print. The games
and the figures come from `whistlestop.lab`.
"""
