"""Bots in any language: programs that read views and answer with actions, line by line.

`stdio` is the contract (docs/bots.md has it in words) and makes a bot of a program; `conversation`
is the pipes and signals behind it. Programs that join a table over the network are the business of
`whistlestop.remote`.
"""
