-- Which lesson a match is, '' for all others. A lesson is for one person alone, and stands in no list of matches.
ALTER TABLE matches ADD COLUMN lesson TEXT NOT NULL DEFAULT '';

-- Whether somebody wants what comes up for the first time to be explained in their first matches.
ALTER TABLE people ADD COLUMN explanations INTEGER NOT NULL DEFAULT 1;

-- How far somebody has got with a lesson. `steps` is how many decisions they took at most on the way to its goal, and
-- `asked` to how many they came;
-- `reached_in` is the match in which they came to it last.
CREATE TABLE lessons (
    person_id BIGINT NOT NULL,
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    begun_at BIGINT NOT NULL,
    reached_at BIGINT,
    reached_in BIGINT,
    PRIMARY KEY (person_id, game, lesson)
);

-- How many people have come to each decision of a lesson, and have taken it: nobody can be told from it. Step 0 is the
-- lesson as a whole.
CREATE TABLE lesson_steps (
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    step INTEGER NOT NULL,
    begun INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, lesson, step)
);

-- What was explained to somebody, and with which question of which match.
CREATE TABLE explained (
    person_id BIGINT NOT NULL,
    game TEXT NOT NULL,
    what TEXT NOT NULL,
    match_id BIGINT NOT NULL,
    question BIGINT NOT NULL,
    PRIMARY KEY (person_id, game, what)
);
