-- The processes that work on this database: each renews `seen_at` (ms since 1970) every few seconds.
CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    version TEXT NOT NULL,
    seen_at BIGINT NOT NULL
);
