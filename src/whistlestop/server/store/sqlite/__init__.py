"""The store in one SQLite file: one thread writes, a few read, one server at a time has it.

The twin of `store.postgres`: `store` is its front, `writer` and `group` write, `reads` and
`readers` read, `copying` moves everything, `file` opens and locks the file.
"""
