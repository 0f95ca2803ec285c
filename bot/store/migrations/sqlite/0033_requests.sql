-- What a player asks of all others who still play, one row for each thing that is asked for now: 'draw', 'undo', 'abort' or
-- 'pause'. A draw is offered until a time; of answers, so many stay if one is taken back, which `late` takes an agreement.
CREATE TABLE requests (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    until BIGINT NOT NULL DEFAULT 0,
    stay INTEGER NOT NULL DEFAULT 0,
    late INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, kind)
);

-- How many answers there were when such a thing was refused last.
CREATE TABLE refusals (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    kind TEXT NOT NULL,
    answers INTEGER NOT NULL,
    PRIMARY KEY (match_id, kind)
);

INSERT INTO requests (match_id, kind, seat, until) SELECT match_id, 'draw', draw_by, draw_until FROM offers WHERE draw_by >= 0;
INSERT INTO requests (match_id, kind, seat, stay, late)
SELECT match_id, 'undo', undo_by, undo_stay, undo_late FROM offers WHERE undo_by >= 0;
INSERT INTO requests (match_id, kind, seat) SELECT match_id, 'abort', abort_by FROM offers WHERE abort_by >= 0;
INSERT INTO requests (match_id, kind, seat) SELECT id, 'pause', pause_asked FROM matches WHERE pause_asked >= 0;
INSERT INTO refusals (match_id, kind, answers) SELECT match_id, 'draw', draw_refused FROM offers WHERE draw_refused >= 0;
INSERT INTO refusals (match_id, kind, answers) SELECT match_id, 'undo', undo_refused FROM offers WHERE undo_refused >= 0;

DROP TABLE offers;
ALTER TABLE matches DROP COLUMN pause_asked;
