-- What one player offers the other, one row a match: a draw (until when), and to take something back (so many answers
-- stay). `draw_refused` and `undo_refused` are how many answers there were when such an offer was refused.
CREATE TABLE offers (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    draw_by INTEGER,
    draw_until BIGINT NOT NULL DEFAULT 0,
    draw_refused INTEGER NOT NULL DEFAULT -1,
    undo_by INTEGER,
    undo_stay INTEGER NOT NULL DEFAULT 0,
    undo_refused INTEGER NOT NULL DEFAULT -1
);

-- What the clock of whoever gave an answer gained by it, in milliseconds: taking it back takes that back.
CREATE TABLE clock_gains (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    answer INTEGER NOT NULL,
    gained BIGINT NOT NULL,
    PRIMARY KEY (match_id, answer)
);

-- Why a moderator ended a match.
CREATE TABLE interventions (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    moderator TEXT NOT NULL,
    reason TEXT NOT NULL
);
