"""The shipped boards: data only, one TOML file each, read by `whistlestop.boards.load`."""
