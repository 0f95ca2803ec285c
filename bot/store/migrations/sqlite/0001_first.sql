-- People. What is not here is asked of nobody: names are refreshed whenever somebody challenges or accepts.
CREATE TABLE people (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL DEFAULT '',
    dm_closed INTEGER NOT NULL DEFAULT 0,
    dm_told INTEGER NOT NULL DEFAULT 0,
    text_boards INTEGER NOT NULL DEFAULT 0
);

-- The deck that somebody chose last, by game.
CREATE TABLE deck_choices (
    person_id BIGINT NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    deck TEXT NOT NULL,
    PRIMARY KEY (person_id, game)
);

-- Challenges and matches: a match is an accepted challenge and keeps its id.
-- `awaited` lists the seats whose decision is awaited: "0", "0,1", "". `data` comes last, so that lists needn't read it.
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    standing TEXT NOT NULL,
    rev INTEGER NOT NULL,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    challenge_message_id BIGINT,
    thread_id BIGINT,
    status_message_id BIGINT,
    awaited TEXT NOT NULL DEFAULT '',
    made_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    data BLOB
);
CREATE INDEX matches_by_channel ON matches (channel_id) WHERE standing IN ('challenged', 'playing');
CREATE INDEX matches_by_thread ON matches (thread_id) WHERE thread_id IS NOT NULL;

CREATE TABLE seats (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    person_id BIGINT NOT NULL REFERENCES people (id),
    deck TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX seats_by_person ON seats (person_id, match_id);

-- What people did, one row for each revision of a match: the answers log. An interaction is carried out once.
CREATE TABLE acts (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    rev INTEGER NOT NULL,
    interaction_id BIGINT UNIQUE,
    kind TEXT NOT NULL,
    person_id BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    question_id INTEGER,
    choice TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, rev)
);

-- What happened at each revision, as the engine reported it: JSON, secrets included.
CREATE TABLE events (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    rev INTEGER NOT NULL,
    at BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (match_id, rev)
);

-- Notes to be delivered. `person_id` is 0 for public ones. At most one waiting note has a given `coalesce_key`:
-- a newer one takes its place. Notes of the same match and person are delivered in order.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    rev INTEGER NOT NULL,
    mentions TEXT NOT NULL DEFAULT '[]',
    dedupe_key TEXT NOT NULL UNIQUE,
    coalesce_key TEXT,
    nonce TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    not_before BIGINT NOT NULL DEFAULT 0,
    leased_until BIGINT,
    lease_owner TEXT NOT NULL DEFAULT '',
    done_at BIGINT,
    result TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX outbox_newest ON outbox (coalesce_key) WHERE done_at IS NULL AND leased_until IS NULL;
CREATE INDEX outbox_due ON outbox (not_before, id) WHERE done_at IS NULL;
CREATE INDEX outbox_lane ON outbox (match_id, person_id, id) WHERE done_at IS NULL;

-- The direct message that shows a match to a player, to be edited rather than repeated.
CREATE TABLE panels (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    PRIMARY KEY (match_id, person_id)
);

-- Single facts, such as the hash of the commands that are registered.
CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
