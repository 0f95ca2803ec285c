-- Who wants to be called by whom no more. Of each other they may know nothing of it: a row is its person's secret.
CREATE TABLE blocks (
    person_id BIGINT NOT NULL REFERENCES people (id),
    blocked_id BIGINT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (person_id, blocked_id)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked_id);

-- How long ago somebody has called somebody: see bot/people/calls.py.
CREATE INDEX acts_that_call ON acts (person_id, at)
WHERE kind IN ('challenge', 'draw offered', 'undo asked', 'pause', 'give time', 'abort asked');
