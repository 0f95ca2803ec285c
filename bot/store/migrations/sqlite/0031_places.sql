-- In which place everybody came in, counted from 1, where those who share one have the same; and by what they went out of a
-- match that may have gone on without them.
ALTER TABLE seats ADD COLUMN place INTEGER;
ALTER TABLE seats ADD COLUMN left_by TEXT;

UPDATE seats SET place = (
    SELECT CASE WHEN m.winners = '' OR ',' || m.winners || ',' LIKE '%,' || seats.seat || ',%' THEN 1 ELSE 2 END
    FROM matches m WHERE m.id = seats.match_id
)
WHERE match_id IN (
    SELECT id FROM matches WHERE winners IS NOT NULL AND reason NOT IN ('aborted', 'moderator', 'unreadable')
);

ALTER TABLE matches DROP COLUMN winners;
