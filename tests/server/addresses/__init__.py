"""One address among others: how much it may ask for, with a cookie or without."""
