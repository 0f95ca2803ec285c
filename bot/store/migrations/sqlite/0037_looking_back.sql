-- Who lets a match that is over be looked back at, and who does not want that.
CREATE TABLE look_back_answers (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL,
    agreed INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, person_id)
);
CREATE INDEX look_back_answers_by_person ON look_back_answers (person_id);

-- Matches that are being judged ('working'), have been ('done'), or can't be ('failed'): how many decisions there are to
-- judge, and what has come of it, as JSON; when it began, and by which interaction.
CREATE TABLE look_backs (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    state TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    begun_by BIGINT NOT NULL,
    decisions INTEGER NOT NULL DEFAULT 0,
    report TEXT NOT NULL DEFAULT ''
);
CREATE INDEX look_backs_to_do ON look_backs (begun_at) WHERE state = 'working';

-- The decisions that have been judged so far, by the number of the answer, as JSON.
CREATE TABLE look_back_pieces (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    judged TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
);
