"""The command line: `whistlestop COMMAND`, one module for each command.

Commands only read what they are told, call the library and print; no rule and no statistic is
decided here. Modules import the library inside their functions, so that `--help` is instant.
"""
