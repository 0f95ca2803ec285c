-- Who asks to call the match off (a seat).
ALTER TABLE offers ADD COLUMN abort_by INTEGER;
