-- Reminders: what somebody wishes about them, as JSON (`Wishes` in bot/clocks/reminders.py).
ALTER TABLE people ADD COLUMN reminders TEXT NOT NULL DEFAULT '{}';

-- What somebody is to be reminded of in a match: the question (null: nothing is asked), since when, how much time they had
-- left then; the last moment that a reminder was for, and how many were not heeded.
CREATE TABLE reminders (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL,
    question INTEGER,
    asked_at BIGINT NOT NULL,
    total BIGINT NOT NULL,
    marked BIGINT,
    sent INTEGER NOT NULL DEFAULT 0,
    snoozed BIGINT,
    muted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, person_id)
);
