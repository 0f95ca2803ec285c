-- The house plays on for somebody whose time is up: where all have agreed to that at the challenge (`takes_over`), or when those
-- who remain do. `taken_over`: it plays at that seat now, or did so when the match ended.
ALTER TABLE matches ADD COLUMN takes_over INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN taken_over INTEGER NOT NULL DEFAULT 0;

-- To ask that the house plays on calls somebody, too: see bot/people/calls.py.
DROP INDEX acts_that_call;
CREATE INDEX acts_that_call ON acts (person_id, at)
WHERE kind IN ('challenge', 'draw offered', 'undo asked', 'pause', 'give time', 'abort asked', 'takeover asked');
