"""Measuring how far the evaluation can be trusted, and fitting its correction to games.

    python -m tools.evaluation fit       # play games, fit, write bots/evaluation/correction.json
    python -m tools.evaluation levels    # the same for bots/evaluation/strength.json
    python -m tools.evaluation report    # play other games, the tables of docs/measurements.md
    python -m tools.evaluation gaps      # how much of a judged gap is left at the end of a game

`positions` plays and keeps what was played, `fitting` and `levels` fit, `crossed` judges games of
the fit by corrections that have not seen them, `tables` prints, `gaps` compares pairs of actions.
All games are kept in build/evaluation with the means over worlds, so that another correction needs
no new games.
"""
