"""The search: tries the planner's ideas out in possible worlds before it decides.

`bot` is its front and the place to start reading; `candidates` lists what the planner considers and
`shortlist` what of that is tried; `worlds` makes possible worlds from a view, in which `beliefs`
deals rivals' tickets by what they have claimed; `trials` plays every candidate on in the same
worlds, and `judge` says what the positions reached are worth, by the `traits` of each seat. All but
`bot`, `shortlist` and `worlds` are compiled.

tools/fit_judges.py fits the weights of the judges, which stand in `bots/tuned.json`. What an action
is worth to people is the business of `evaluation`.
"""
