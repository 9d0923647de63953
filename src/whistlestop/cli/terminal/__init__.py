"""A game in a terminal: what a player sees, what may be typed, and the conversation around both.

`session` is the conversation, `screen` draws the position and the menu, `menu` sorts what may be
done, `understand` makes an action of what was typed with the help of `find_names` and
`payment_order`. The modules named `…_in_words` and `final_score` print events, the map, the rules
and the result; the commands `replay` and `rules` print them, too. Nothing here decides a rule: a
session plays through `Game.play` and sees only a view.
"""
