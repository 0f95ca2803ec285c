-- Searches that wait for a process that thinks, or are under way. `id` is drawn for each that is asked for, `key` and `asker` are
-- digests of what it is about and of who waits for it. `task` is deleted when the result is there, the row when that is read.
CREATE TABLE thoughts (
    key TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    urgency BIGINT NOT NULL,
    asker TEXT NOT NULL,
    turn BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    work TEXT NOT NULL,
    task BLOB,
    result BLOB,
    failure TEXT NOT NULL DEFAULT '',
    lease_owner TEXT NOT NULL DEFAULT '',
    leased_until BIGINT,
    interrupted BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX thoughts_waiting ON thoughts (urgency, turn, asked_at) WHERE task IS NOT NULL;
