-- Which seat challenged, and which match a challenge asks to be played again.
ALTER TABLE matches ADD COLUMN challenger INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN rematch_of BIGINT REFERENCES matches (id);
CREATE UNIQUE INDEX matches_rematch ON matches (rematch_of)
WHERE rematch_of IS NOT NULL AND standing IN ('challenged', 'playing', 'over');
