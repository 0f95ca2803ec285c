-- Time: how long people may think, when they are away, and what falls due.
ALTER TABLE matches ADD COLUMN control TEXT NOT NULL DEFAULT 'none';
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
-- A pause that both agree on: who has asked for one (a seat), and whether it holds.
ALTER TABLE matches ADD COLUMN pause_asked INTEGER;
ALTER TABLE matches ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;

-- Where somebody lives, and their vacation: until when they are away, what is left of the budget at the moment `since`.
ALTER TABLE people ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE people ADD COLUMN away_until BIGINT;
ALTER TABLE people ADD COLUMN away_left BIGINT;
ALTER TABLE people ADD COLUMN away_since BIGINT;

-- The clocks of a match that has some, one a seat: see bot/clocks.
CREATE TABLE clocks (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    time_left BIGINT NOT NULL,
    since BIGINT,
    question INTEGER,
    flagged INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat)
);

-- What falls due, one row for each thing: somebody's time (`time`), their next reminder (`remind`), the end of their
-- vacation (`home`; match 0). Whoever makes it happen takes the row away in the same transaction: it happens once.
CREATE TABLE alarms (
    kind TEXT NOT NULL,
    match_id BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    PRIMARY KEY (kind, match_id, person_id)
);
CREATE INDEX alarms_due ON alarms (due_at);
