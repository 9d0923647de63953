-- Orders of whoever runs the server, such as to close a table: a command writes one, and a server
-- that has the store carries it out and answers. `taken` is until when somebody is at it, by the
-- game clock. Bans hold for every process, over restarts, and are carried by backups.

CREATE TABLE orders (
    id TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    body BLOB NOT NULL,
    taken INTEGER NOT NULL,
    answer BLOB,
    done INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE bans (
    name TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT, WITHOUT ROWID;
