-- The language of somebody's Discord, as their last interaction told it.
ALTER TABLE people ADD COLUMN locale TEXT NOT NULL DEFAULT 'en';

-- The language of a server: as Discord tells it, and as it was chosen here, which goes before it.
CREATE TABLE server_locales (
    guild_id BIGINT PRIMARY KEY,
    told TEXT NOT NULL DEFAULT 'en',
    chosen TEXT
);
