-- When the bot was out of reach of the servers on a shard, in the order in which that was written down: see bot/clocks/absence.py.
-- `told`: the players of all matches up to this id have been told; NULL once there is nobody left to tell.
CREATE TABLE absences (
    id BIGINT PRIMARY KEY,
    gone BIGINT NOT NULL,
    back BIGINT NOT NULL,
    shard INTEGER NOT NULL,
    shards INTEGER NOT NULL,
    told BIGINT
);

-- The last absence that is part of what stands in the row already. A draw is offered for the time after `since`.
ALTER TABLE clocks ADD COLUMN absences BIGINT NOT NULL DEFAULT 0;
ALTER TABLE requests ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE requests ADD COLUMN absences BIGINT NOT NULL DEFAULT 0;
CREATE INDEX clocks_running ON clocks (absences) WHERE since IS NOT NULL;
