-- Plans that are being made out, by match and person, as JSON; a plan that was given is an order. They are secret, and go
-- with the match.
CREATE TABLE plans (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (match_id, person_id)
);
