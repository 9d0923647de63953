"""The words of the game as frozen values: boards, rules, actions, scores. Nothing here changes."""
