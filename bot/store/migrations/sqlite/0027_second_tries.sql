-- Taking back by agreement what it is too late for otherwise: whether that is what is asked for.

ALTER TABLE offers ADD COLUMN undo_late INTEGER NOT NULL DEFAULT 0;

-- The text of a deck that could not be read, and the name that was given for it, until it has been mended: a form is
-- filled in with it again. It is the latest one of each person, and is forgotten after some days.
CREATE TABLE misread_decks (
    person_id BIGINT NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person_id, game)
);
