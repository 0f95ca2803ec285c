-- How a match ended: the seats that have won ("0", "" for none), and why. NULL and '' while it goes on.
ALTER TABLE matches ADD COLUMN winners TEXT;
ALTER TABLE matches ADD COLUMN reason TEXT NOT NULL DEFAULT '';
