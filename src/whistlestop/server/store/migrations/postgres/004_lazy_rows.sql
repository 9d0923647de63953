-- Whom a game waits for stands in a column, a bit for each seat, since every move changes it; the
-- summary changes rarely then. No index names the commands of a log any longer: a server that loads a
-- table knows them, and the comparison of versions lets nobody append who has not read them.

ALTER TABLE tables ADD COLUMN waiting integer NOT NULL DEFAULT 0;

UPDATE tables SET waiting = (
    SELECT coalesce(sum(1 << seat::integer), 0)
    FROM unnest(string_to_array(
        substring(convert_from(summary, 'UTF8') FROM '"waiting":\[([0-9,]*)\]'), ',')) AS seat
    WHERE seat <> '')
WHERE status = 'playing';

ALTER TABLE entries DROP CONSTRAINT entries_table_id_who_cmd_key;
