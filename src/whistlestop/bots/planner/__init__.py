"""The planner: plans all its tickets as one forest and counts in turns.

`bot` is its front, with its parameters; `choice` takes each decision and is the place to start
reading. `ticket_plan` says which tickets to go for and by which routes, `ticket_choice` which to
keep and when to draw more, `card_choice` which card to draw, `spare_routes` what to do with trains
left over. All but `bot` are compiled.

Styles, search and advice build on these modules. What the reference player shares with them lives
in `reasoning`; what the lab found for each board is in `bots/tuned.json`.
"""
