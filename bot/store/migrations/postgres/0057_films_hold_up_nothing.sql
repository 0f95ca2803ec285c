-- Neither a thread for comments that can't be opened now nor moving pictures that are not drawn yet hold up anything else of
-- their match. They wait themselves for what came before them, and two attempts at one of them never run side by side. Only what
-- changes names in messages waits for moving pictures: they may be under way with a name that must not stay.
CREATE OR REPLACE VIEW outbox_turns AS
SELECT o.id, o.match_id,
       CASE WHEN NOT EXISTS (SELECT 1 FROM outbox before
                             WHERE before.match_id = o.match_id AND before.person_id = o.person_id
                               AND before.done_at IS NULL AND before.id < o.id
                               AND (before.kind NOT IN ('talk', 'round') OR before.kind = o.kind
                                   OR (before.kind = 'round' AND o.kind = 'names')))
             AND (o.person_id = 0
                  OR NOT EXISTS (SELECT 1 FROM outbox thread
                                 WHERE thread.match_id = o.match_id AND thread.person_id = 0 AND thread.kind = 'open'
                                   AND thread.done_at IS NULL AND thread.attempts < 3))
            THEN 1 ELSE 0 END AS ready
FROM outbox o WHERE o.done_at IS NULL;
UPDATE outbox SET ready = 1 - outbox.ready
FROM outbox_turns t
WHERE t.id = outbox.id AND t.ready <> outbox.ready;
