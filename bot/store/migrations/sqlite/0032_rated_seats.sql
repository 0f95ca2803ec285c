-- What a rated match has done to the rating of each of its people, as shown, one row a seat. `place` is where they came in,
-- counted from 1. `left_early`: they gave up too many matches before those were really played, and lose points alone.
CREATE TABLE rated_seats (
    match_id BIGINT NOT NULL REFERENCES rated (match_id),
    seat INTEGER NOT NULL,
    person_id BIGINT NOT NULL,
    place INTEGER NOT NULL,
    left_early INTEGER NOT NULL DEFAULT 0,
    shown_before INTEGER NOT NULL DEFAULT 0,
    shown_after INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX rated_seats_by_person ON rated_seats (person_id, match_id);

INSERT INTO rated_seats (match_id, seat, person_id, place, left_early, shown_before, shown_after)
SELECT match_id, 0, first_person, CASE WHEN winner = 1 THEN 2 ELSE 1 END,
       CASE WHEN why_not = 'left' AND winner = 1 THEN 1 ELSE 0 END, first_before, first_after FROM rated
UNION ALL
SELECT match_id, 1, second_person, CASE WHEN winner = 0 THEN 2 ELSE 1 END,
       CASE WHEN why_not = 'left' AND winner = 0 THEN 1 ELSE 0 END, second_before, second_after FROM rated;

DROP INDEX rated_by_pair;
ALTER TABLE rated DROP COLUMN first_person;
ALTER TABLE rated DROP COLUMN second_person;
ALTER TABLE rated DROP COLUMN first_before;
ALTER TABLE rated DROP COLUMN first_after;
ALTER TABLE rated DROP COLUMN second_before;
ALTER TABLE rated DROP COLUMN second_after;
ALTER TABLE rated DROP COLUMN winner;
