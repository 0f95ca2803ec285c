-- Who follows a match, and up to which revision somebody has been told what happened.
CREATE TABLE watching (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,
    calls INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, person_id)
);
