-- A table is a log of entries; its row, members and results are derived from the log.
-- Names sort by their bytes, as in SQLite. A row of `tables` changes with every append: room on its
-- page and no index on what changes each time keep such a change to that page, and for the same
-- reason tables that are not listed have no time in the index of the list.

CREATE TABLE tables (
    id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    status text COLLATE "C" NOT NULL,
    board text NOT NULL,
    listed boolean NOT NULL,
    created bigint NOT NULL,
    updated bigint NOT NULL,
    due_at bigint,
    summary bytea NOT NULL,
    listed_at bigint GENERATED ALWAYS AS (CASE WHEN listed THEN updated END) STORED
) WITH (fillfactor = 70);

CREATE INDEX tables_due ON tables (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX tables_listed ON tables (status, listed_at) WHERE listed_at IS NOT NULL;
CREATE INDEX tables_status ON tables (status);

CREATE TABLE entries (
    table_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    who text COLLATE "C" NOT NULL,
    cmd text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, who, cmd)
);

CREATE TABLE members (
    table_id text COLLATE "C" NOT NULL,
    guest text COLLATE "C" NOT NULL,
    seat integer NOT NULL,
    PRIMARY KEY (table_id, guest, seat)
);

CREATE INDEX members_guest ON members (guest);

CREATE TABLE results (
    table_id text COLLATE "C" NOT NULL,
    seat integer NOT NULL,
    guest text COLLATE "C",
    name text NOT NULL,
    bot text,
    board text COLLATE "C" NOT NULL,
    players integer NOT NULL,
    score integer NOT NULL,
    won boolean NOT NULL,
    tickets_held integer NOT NULL,
    tickets_made integer NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX results_guest ON results (guest) WHERE guest IS NOT NULL;
