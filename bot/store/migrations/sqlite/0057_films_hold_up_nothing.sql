-- Neither a thread for comments that can't be opened now nor moving pictures that are not drawn yet hold up anything else of
-- their match. They wait themselves for what came before them, and two attempts at one of them never run side by side. Only what
-- changes names in messages waits for moving pictures: they may be under way with a name that must not stay.
DROP VIEW outbox_turns;
CREATE VIEW outbox_turns AS
SELECT o.id, o.match_id,
       NOT EXISTS (SELECT 1 FROM outbox before
                   WHERE before.match_id = o.match_id AND before.person_id = o.person_id
                     AND before.done_at IS NULL AND before.id < o.id
                     AND (before.kind NOT IN ('talk', 'round') OR before.kind = o.kind
                         OR (before.kind = 'round' AND o.kind = 'names')))
       AND (o.person_id = 0
            OR NOT EXISTS (SELECT 1 FROM outbox thread
                           WHERE thread.match_id = o.match_id AND thread.person_id = 0 AND thread.kind = 'open'
                             AND thread.done_at IS NULL AND thread.attempts < 3)) AS ready
FROM outbox o WHERE o.done_at IS NULL;
UPDATE outbox SET ready = 1 - ready
WHERE id IN (SELECT t.id FROM outbox_turns t JOIN outbox o ON o.id = t.id WHERE t.ready <> o.ready);
