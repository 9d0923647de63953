-- Talk is kept apart from the log: a table then loads as fast whatever was said there, and old lines
-- can be forgotten. It counts versions together with the log, so the log's own numbers have gaps;
-- `said` in an entry is how many lines of talk came before it, and so tells a gap from a loss.

CREATE TABLE talk (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    cmd TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO talk SELECT table_id, seq, at, who, cmd, body FROM entries
WHERE substr(body, 1, 14) = CAST('{"type":"said"' AS BLOB);

DELETE FROM entries WHERE substr(body, 1, 14) = CAST('{"type":"said"' AS BLOB);

UPDATE entries
SET body = CAST(
    substr(CAST(body AS TEXT), 1, length(CAST(body AS TEXT)) - 1)
    || ',"said":' || (seq - place) || '}' AS BLOB)
FROM (
    SELECT table_id AS of_table, seq AS number,
        row_number() OVER (PARTITION BY table_id ORDER BY seq) AS place
    FROM entries WHERE table_id IN (SELECT table_id FROM talk)
) AS placed
WHERE table_id = of_table AND seq = number AND seq > place;
