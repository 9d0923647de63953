"""Why, for people: advice, the coach, and the network that advice reads."""
