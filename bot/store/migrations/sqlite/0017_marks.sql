-- A mark for each revision of a match, drawn by lot: an older copy of the database counts the same numbers once more, but
-- draws other marks. What is in the ids of controls is told from what comes after a restored copy by it.
ALTER TABLE matches ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE acts ADD COLUMN mark TEXT NOT NULL DEFAULT '';
