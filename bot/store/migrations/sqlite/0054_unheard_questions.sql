-- Whether an earlier question of the same lane may have been sent whose message nobody knows: it was replaced by this note
-- when its answer had been lost. It is looked for before the note is delivered.
ALTER TABLE outbox ADD COLUMN unheard BIGINT NOT NULL DEFAULT 0;
