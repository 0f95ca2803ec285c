-- Whether somebody shows their hands to nobody, also when a match is over.
ALTER TABLE people ADD COLUMN hands_kept INTEGER NOT NULL DEFAULT 0;
