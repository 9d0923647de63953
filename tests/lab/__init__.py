"""The lab: simulations that repeat, statistics that are right, bots that fail without harm."""
