"""Measuring how far the evaluation can be trusted, and fitting its correction to games.

    python -m tools.evaluation fit       # play games, fit, write bots/evaluation/correction.json
    python -m tools.evaluation report    # play other games, the tables of docs/measurements.md

`positions` plays and keeps what was played, `fitting` fits, `tables` prints. All games are kept in
build/evaluation with the means over worlds, so that another correction needs no new games.
"""
