-- How well the bot plays in a match in which it has a seat: the key of a level; "" where it plays as it can without thinking far.
ALTER TABLE matches ADD COLUMN level TEXT NOT NULL DEFAULT '';
