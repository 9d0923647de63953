"""Trains the bot `learned`: first it imitates `planner`, then it plays against itself.

    pip install torch==2.13.0        # any build of PyTorch does; only training needs it
    python -m tools.learned --minutes 30

`positions` collects what seats see, `net` is the network in PyTorch, `imitate` and `self_play` are
the two lessons, `strength` measures on deals that no lesson uses, and `__main__` gives the lessons
one after the other and writes the weights beside the bot. Nothing in the package needs any of this.
"""
