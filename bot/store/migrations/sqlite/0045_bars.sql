-- Who may not play on a server, because a moderator has said so. `by_id` is that moderator.
CREATE TABLE bars (
    guild_id BIGINT NOT NULL,
    person_id BIGINT NOT NULL REFERENCES people (id),
    by_id BIGINT NOT NULL REFERENCES people (id),
    reason TEXT NOT NULL DEFAULT '',
    at BIGINT NOT NULL,
    PRIMARY KEY (guild_id, person_id)
);
CREATE INDEX bars_of_person ON bars (person_id);
CREATE INDEX bars_by_person ON bars (by_id);
