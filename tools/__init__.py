"""Programs that a maintainer runs by hand to make or check committed data; not shipped."""
