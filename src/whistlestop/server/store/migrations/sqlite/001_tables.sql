-- A table is a log of entries; its row, members and results are derived from the log.
-- WITHOUT ROWID keeps the log of a table together, and saves an index wherever the key is text.

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    board TEXT NOT NULL,
    listed INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    due_at INTEGER,
    summary BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tables_listed ON tables (status, updated) WHERE listed = 1;
CREATE INDEX tables_status ON tables (status);

CREATE TABLE entries (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    cmd TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, who, cmd)
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
    table_id TEXT NOT NULL,
    guest TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (table_id, guest, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_guest ON members (guest);

CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    guest TEXT,
    name TEXT NOT NULL,
    bot TEXT,
    board TEXT NOT NULL,
    players INTEGER NOT NULL,
    score INTEGER NOT NULL,
    won INTEGER NOT NULL,
    tickets_held INTEGER NOT NULL,
    tickets_made INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_guest ON results (guest) WHERE guest IS NOT NULL;

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
