"""The store in a PostgreSQL database, which several server processes share.

The twin of `store.sqlite`: `store` is its front, `writer` and `group` write, `reads` reads,
`copying` moves everything, `connection` connects, and `listener` hears what other processes
changed.
"""
