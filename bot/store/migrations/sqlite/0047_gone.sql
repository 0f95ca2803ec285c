-- Who is gone: Discord says so, or they have not acted for days in a match without a clock. See bot/match/gone.py.
ALTER TABLE seats ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
