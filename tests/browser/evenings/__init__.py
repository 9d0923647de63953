"""Whole games as people play them: on two devices, on one, alone, over days, by typing alone."""
