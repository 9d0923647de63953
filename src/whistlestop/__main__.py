"""`python -m whistlestop` is `whistlestop`."""

from whistlestop.cli.main import main

main()
