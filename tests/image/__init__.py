"""The image that `make image` has built, run as its users run it. Without one, all is skipped."""
