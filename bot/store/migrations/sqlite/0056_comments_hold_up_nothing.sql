-- A thread for comments that can't be opened now holds up nothing else of its match; it waits itself for what came before it,
-- and two attempts at it never run side by side.
DROP VIEW outbox_turns;
CREATE VIEW outbox_turns AS
SELECT o.id, o.match_id,
       NOT EXISTS (SELECT 1 FROM outbox before
                   WHERE before.match_id = o.match_id AND before.person_id = o.person_id
                     AND before.done_at IS NULL AND before.id < o.id
                     AND (before.kind <> 'talk' OR o.kind = 'talk'))
       AND (o.person_id = 0
            OR NOT EXISTS (SELECT 1 FROM outbox thread
                           WHERE thread.match_id = o.match_id AND thread.person_id = 0 AND thread.kind = 'open'
                             AND thread.done_at IS NULL AND thread.attempts < 3)) AS ready
FROM outbox o WHERE o.done_at IS NULL;
UPDATE outbox SET ready = 1 - ready
WHERE id IN (SELECT t.id FROM outbox_turns t JOIN outbox o ON o.id = t.id WHERE t.ready <> o.ready);
