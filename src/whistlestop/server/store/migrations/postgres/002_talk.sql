-- Talk is kept apart from the log: a table then loads as fast whatever was said there, and old lines
-- can be forgotten. It counts versions together with the log, so the log's own numbers have gaps;
-- `said` in an entry is how many lines of talk came before it, and so tells a gap from a loss.

CREATE TABLE talk (
    table_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    who text COLLATE "C" NOT NULL,
    cmd text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (table_id, seq)
);

INSERT INTO talk SELECT table_id, seq, at, who, cmd, body FROM entries
WHERE substring(body FROM 1 FOR 14) = convert_to('{"type":"said"', 'UTF8');

DELETE FROM entries WHERE substring(body FROM 1 FOR 14) = convert_to('{"type":"said"', 'UTF8');

UPDATE entries
SET body = substring(body FROM 1 FOR length(body) - 1)
    || convert_to(',"said":' || (seq - place) || '}', 'UTF8')
FROM (
    SELECT table_id AS of_table, seq AS number,
        row_number() OVER (PARTITION BY table_id ORDER BY seq) AS place
    FROM entries WHERE table_id IN (SELECT table_id FROM talk)
) AS placed
WHERE table_id = of_table AND seq = number AND seq > place;
