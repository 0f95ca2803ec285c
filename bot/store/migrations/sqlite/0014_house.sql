-- Whether somebody is nobody: the house, a program that plays for practice.
ALTER TABLE people ADD COLUMN house INTEGER NOT NULL DEFAULT 0;
