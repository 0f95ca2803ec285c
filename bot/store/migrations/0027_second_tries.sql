-- Taking back by agreement what it is too late for otherwise: whether that is what is asked for.

ALTER TABLE offers ADD COLUMN undo_late INTEGER NOT NULL DEFAULT 0;
