-- How somebody has answered a puzzle for the first time, on a day on which it was that day's, or on none ('' for `day`). `day` is
-- '2026-11-23', in UTC. `choice` is the place among its answers. What it did to their rating stands in the row that was the first for
-- the puzzle; both are 0 in every other.
CREATE TABLE puzzle_answers (
    person_id BIGINT NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    day TEXT NOT NULL,
    guild_id BIGINT,
    choice INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    at BIGINT NOT NULL,
    shown_before INTEGER NOT NULL,
    shown_after INTEGER NOT NULL,
    PRIMARY KEY (person_id, game, puzzle, day)
);
CREATE INDEX puzzle_answers_by_day ON puzzle_answers (guild_id, game, day);

-- How well somebody solves puzzles of a game, wherever they do: a normal distribution.
CREATE TABLE puzzle_solvers (
    person_id BIGINT NOT NULL,
    game TEXT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person_id, game)
);

-- How hard a puzzle is to solve, as far as answers have shown.
CREATE TABLE puzzle_ratings (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, puzzle)
);
