-- What was worked out about finished games, kept so that nobody works it out twice. It follows from
-- the log, so losing it costs time and nothing else. `body` is the review as JSON, packed by gzip.

CREATE TABLE reviews (
    table_id TEXT NOT NULL PRIMARY KEY,
    format INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT, WITHOUT ROWID;
