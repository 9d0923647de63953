"""The player that was trained: a small network over what its seat knows.

`inputs` turns facts into switches that are on or off, `network` weighs them, and `bot` is the front
with the files of weights. How the weights came about is in `tools/learned`; nothing here learns.
"""
