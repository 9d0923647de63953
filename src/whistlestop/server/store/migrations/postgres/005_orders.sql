-- Orders of whoever runs the server, such as to close a table: a command writes one, and a server
-- that has the store carries it out and answers. `taken` is until when somebody is at it, by the
-- game clock. Bans hold for every process, over restarts, and are carried by backups.

CREATE TABLE orders (
    id text COLLATE "C" PRIMARY KEY,
    at bigint NOT NULL,
    who text NOT NULL,
    body bytea NOT NULL,
    taken bigint NOT NULL,
    answer bytea,
    done bigint
);

CREATE TABLE bans (
    name text COLLATE "C" PRIMARY KEY,
    at bigint NOT NULL,
    who text NOT NULL,
    why text NOT NULL
);
