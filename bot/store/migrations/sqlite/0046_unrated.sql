-- Why a match that was challenged as rated changes no rating, '' if it may: it is decided when the match begins, so that nobody
-- can decide it by other matches once they know how this one goes. How many counted a day was kept for deciding it later.
ALTER TABLE matches ADD COLUMN unrated TEXT NOT NULL DEFAULT '';
ALTER TABLE rated DROP COLUMN daily;
