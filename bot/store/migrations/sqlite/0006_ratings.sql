-- How strong somebody is at a game on a server, as far as rated matches have shown: a normal distribution.
CREATE TABLE ratings (
    guild_id BIGINT NOT NULL,
    game TEXT NOT NULL,
    person_id BIGINT NOT NULL REFERENCES people (id),
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    shown INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, person_id)
);
CREATE INDEX ratings_by_rank ON ratings (guild_id, game, shown);

-- What a rated match that is over has done to the ratings of its two people, as shown; or why it did not count.
CREATE TABLE rated (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    guild_id BIGINT,
    at BIGINT NOT NULL,
    why_not TEXT NOT NULL DEFAULT '',
    first_person BIGINT NOT NULL,
    second_person BIGINT NOT NULL,
    first_before INTEGER NOT NULL DEFAULT 0,
    first_after INTEGER NOT NULL DEFAULT 0,
    second_before INTEGER NOT NULL DEFAULT 0,
    second_after INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX rated_by_pair ON rated (guild_id, first_person, second_person, at);
