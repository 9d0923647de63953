-- A usual move is one row of `tail`, in the order of the commits, so that the moves of a commit lie on
-- one page. It has all that the move changes of its table's row. Rows and entries get it later, many
-- moves at a time. No index names the commands of a log any longer: a server that loads a table knows
-- them. Whom a game waits for stands in a column, a bit for each seat, since every move changes it.

ALTER TABLE tables ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;

UPDATE tables SET waiting = CASE WHEN json_valid(CAST(summary AS TEXT)) THEN
    (SELECT ifnull(sum(1 << value), 0) FROM json_each(CAST(summary AS TEXT), '$.waiting')) ELSE 0 END;

ALTER TABLE entries RENAME TO old_entries;

CREATE TABLE entries (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    cmd TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO entries SELECT table_id, seq, at, who, cmd, body FROM old_entries
ORDER BY table_id, seq;

DROP TABLE old_entries;

CREATE TABLE tail (
    number INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    cmd TEXT NOT NULL,
    body BLOB NOT NULL,
    due_at INTEGER,
    waiting INTEGER NOT NULL
) STRICT;
