-- What a server has decided about matches on it, as JSON (`ServerRules` in bot/servers/rules.py).
CREATE TABLE servers (
    guild_id BIGINT PRIMARY KEY,
    rules TEXT NOT NULL DEFAULT '{}'
);

-- Who changed the settings of a server: a row an interaction, so that each is carried out once.
CREATE TABLE server_changes (
    interaction_id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    what TEXT NOT NULL,
    at BIGINT NOT NULL
);

-- Messages besides the challenge and the status that tell how a match ended, so that they can be edited later.
CREATE TABLE posts (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    kind TEXT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL,
    PRIMARY KEY (match_id, kind)
);
