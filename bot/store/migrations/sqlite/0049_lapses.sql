-- How many decisions in a row somebody has let run out, where doing nothing is an answer, and whether the first one already puts
-- them out of the match, as the server had it when the match began. See bot/match/lapses.py.
ALTER TABLE seats ADD COLUMN lapsed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN forfeits INTEGER NOT NULL DEFAULT 0;
