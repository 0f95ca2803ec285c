-- Claiming notes changes no other rows: whether private notes wait no longer for the thread of their match is decided when a
-- delivery of it ends, or its lease.
DROP TRIGGER outbox_changed;
CREATE TRIGGER outbox_changed AFTER UPDATE OF done_at, leased_until ON outbox
WHEN NEW.done_at IS NOT OLD.done_at OR (NEW.kind = 'open' AND NEW.leased_until IS NULL) BEGIN
    UPDATE outbox SET ready = 1 - ready
    WHERE id IN (SELECT t.id FROM outbox_turns t JOIN outbox o ON o.id = t.id
                 WHERE t.match_id = NEW.match_id AND t.ready <> o.ready);
END;
