"""The server: tables for people and bots over HTTP and WebSocket, where nothing is lost or leaked.

A table is a log of entries in a store; everything else is derived from it. A command is decided,
appended, committed, and only then acknowledged and shown. What leaves is made from `Game.view` and
the events of one audience, so no secret is there to be hidden.

`run` starts and stops a server, `app` puts its routes together, `hub` has the tables of a process.
`http` answers requests, `sockets` serves players at tables, `table` says what a table is,
`finished` looks at games that are over, `store` keeps all of it, `watch` has logs and metrics,
`addresses` says how much one address may ask for. Beside them stand what these share: `identity`,
`offers`, `sources` of time and chance, the thread `aside`, `errors`, planned `faults`. The messages
themselves are in `whistlestop.protocol`, bots in `whistlestop.bots.processes`, the built page in
`client`.
"""
