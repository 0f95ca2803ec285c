-- An open table has `table_for` seats, which anyone may take until `table_until`; 0 for a challenge of named people. Absences of
-- the bot move that moment (bot/store/absences.py).
ALTER TABLE matches ADD COLUMN table_for INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN table_until BIGINT NOT NULL DEFAULT 0;

-- Open tables of a server are looked for by those who want to sit down.
CREATE INDEX matches_open_tables ON matches (guild_id) WHERE table_for > 0 AND standing = 'challenged';
