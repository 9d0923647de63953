"""Requests and answers over HTTP, without a table's socket."""
