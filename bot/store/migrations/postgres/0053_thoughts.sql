CREATE TABLE thoughts (
    key TEXT COLLATE "C" PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    urgency BIGINT NOT NULL,
    asker TEXT COLLATE "C" NOT NULL,
    turn BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    work TEXT COLLATE "C" NOT NULL,
    task BYTEA,
    result BYTEA,
    failure TEXT COLLATE "C" NOT NULL DEFAULT '',
    lease_owner TEXT COLLATE "C" NOT NULL DEFAULT '',
    leased_until BIGINT,
    interrupted BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX thoughts_waiting ON thoughts (urgency, turn, asked_at) WHERE task IS NOT NULL;
