"""`python -m whistlestop` is `whistlestop`."""

from whistlestop.cli import main

main()
