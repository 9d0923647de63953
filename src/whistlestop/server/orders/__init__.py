"""What whoever runs the server orders while it runs: to close and delete tables, to ban and forget
guests, to clear away what is old, to change keys.

A command writes an order into the store, so there is no door for it that a stranger could find; a
process that has the store notices it, carries it out and answers. Without such a process the
command does so itself. Invariant: an order that was begun is finished, by this process or the next.
"""
