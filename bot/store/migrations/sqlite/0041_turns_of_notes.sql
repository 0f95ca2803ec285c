-- `place`: where a note is shown, as far as notes of other matches are shown there, too: the id of a channel or server, 0 for
-- a place of its own. `ready`: it is the first of its match and person that is not done, and if it is private, it has not to
-- wait for the thread of its match. Triggers keep that, so that a claim finds those notes without looking at the others.
ALTER TABLE outbox ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN ready INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outbox_ready ON outbox (place, not_before, id) WHERE done_at IS NULL AND ready = 1;
CREATE INDEX outbox_leased ON outbox (leased_until) WHERE done_at IS NULL AND leased_until IS NOT NULL;

CREATE VIEW outbox_turns AS
SELECT o.id, o.match_id,
       NOT EXISTS (SELECT 1 FROM outbox before
                   WHERE before.match_id = o.match_id AND before.person_id = o.person_id
                     AND before.done_at IS NULL AND before.id < o.id)
       AND (o.person_id = 0
            OR NOT EXISTS (SELECT 1 FROM outbox thread
                           WHERE thread.match_id = o.match_id AND thread.person_id = 0 AND thread.kind = 'open'
                             AND thread.done_at IS NULL AND thread.attempts < 3)) AS ready
FROM outbox o WHERE o.done_at IS NULL;

CREATE TRIGGER outbox_added AFTER INSERT ON outbox BEGIN
    UPDATE outbox SET ready = 1 - ready
    WHERE id IN (SELECT t.id FROM outbox_turns t JOIN outbox o ON o.id = t.id
                 WHERE t.match_id = NEW.match_id AND t.ready <> o.ready);
END;
CREATE TRIGGER outbox_changed AFTER UPDATE OF done_at, attempts ON outbox
WHEN NEW.done_at IS NOT OLD.done_at OR NEW.kind = 'open' BEGIN
    UPDATE outbox SET ready = 1 - ready
    WHERE id IN (SELECT t.id FROM outbox_turns t JOIN outbox o ON o.id = t.id
                 WHERE t.match_id = NEW.match_id AND t.ready <> o.ready);
END;
CREATE TRIGGER outbox_taken_away AFTER DELETE ON outbox WHEN OLD.done_at IS NULL BEGIN
    UPDATE outbox SET ready = 1 - ready
    WHERE id IN (SELECT t.id FROM outbox_turns t JOIN outbox o ON o.id = t.id
                 WHERE t.match_id = OLD.match_id AND t.ready <> o.ready);
END;

UPDATE outbox SET place = COALESCE((SELECT CASE WHEN outbox.kind = 'result' THEN m.guild_id ELSE m.channel_id END
                                    FROM matches m WHERE m.id = outbox.match_id), 0)
WHERE done_at IS NULL AND person_id = 0 AND kind IN ('challenge', 'open', 'names', 'result', 'talk');
UPDATE outbox SET ready = 1 WHERE id IN (SELECT id FROM outbox_turns WHERE ready);
