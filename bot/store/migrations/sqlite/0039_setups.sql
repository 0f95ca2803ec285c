-- What a match was begun with, and what never changes of it: kept once, and not written again with each answer.
-- Matches that were begun before have it in their `data`.
CREATE TABLE setups (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    data BLOB NOT NULL
);
