-- What it takes to reckon ratings anew when a result is voided: the order in which matches ended, who won (a seat), what part
-- of a match it counted as, and what the server had set then: how long two people's matches are counted together, and how
-- many of a person count on one day.
ALTER TABLE rated ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rated ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE rated ADD COLUMN winner INTEGER;
ALTER TABLE rated ADD COLUMN part DOUBLE PRECISION NOT NULL DEFAULT 1;
ALTER TABLE rated ADD COLUMN pair_for BIGINT NOT NULL DEFAULT 0;
ALTER TABLE rated ADD COLUMN daily INTEGER NOT NULL DEFAULT 0;
CREATE INDEX rated_by_number ON rated (guild_id, game, number);

-- A fingerprint by which somebody who was forgotten is known again: of stand-ins only, see bot/store/selves.py.
ALTER TABLE people ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN forgotten_at BIGINT;
CREATE INDEX people_by_mark ON people (mark) WHERE mark <> '';
