-- Decks that people have built, finished or not. `content` is written and read by the game; `name_key` is the name as
-- names are compared. `interaction_id` is the interaction that made the deck, so that it makes it once.
CREATE TABLE decks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id BIGINT NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    content TEXT NOT NULL,
    interaction_id BIGINT UNIQUE,
    made_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    UNIQUE (person_id, game, name_key)
);

-- The deck that somebody wants to be offered first, whatever they played last: "" for none.
ALTER TABLE deck_choices ADD COLUMN preferred TEXT NOT NULL DEFAULT '';

-- What the deck of a seat held when it was chosen: "" where its name says it.
ALTER TABLE seats ADD COLUMN deck_content TEXT NOT NULL DEFAULT '';
