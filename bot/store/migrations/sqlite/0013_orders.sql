-- Standing orders, by match and person; `number` counts the person's own there, so that it tells nothing of anybody else.
-- `form` names what was chosen, `data` is the order, as JSON. `state` is standing, ended (its owner is still to be told why) or over; `why` is a phrase, as
-- JSON. They are secret, also when the match is over.
CREATE TABLE orders (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    form TEXT NOT NULL,
    data TEXT NOT NULL,
    given_rev INTEGER NOT NULL,
    given_at BIGINT NOT NULL,
    given_by BIGINT UNIQUE,
    answered INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'standing',
    why TEXT NOT NULL DEFAULT '',
    ended_by BIGINT,
    PRIMARY KEY (match_id, person_id, number)
);
CREATE INDEX orders_standing ON orders (match_id, person_id) WHERE state <> 'over';

-- When somebody quick would answer what is asked: an order answers then, and whoever can't be reached is called in the
-- thread then. `called`: they have been, for this question or the one before it.
ALTER TABLE reminders ADD COLUMN turn BIGINT;
ALTER TABLE reminders ADD COLUMN called INTEGER NOT NULL DEFAULT 0;
