"""An operator's whole life with a server, really lived: `python -m tools.transcript WHEEL`.

It installs the wheel into an empty environment, configures, serves over https below a path, plays,
backs up, upgrades a store of 0.1, ruins and mends a page, forgets a guest and moves to PostgreSQL,
and writes what was typed and what was answered to `docs/explanation/transcript.md`. `shell` types
and listens, `story` is what is typed. Nothing on the page is written by hand but the sentences
between the commands; a command that ends otherwise than it should ends the whole.
"""
