-- Moderators are offered the matches of their server, the newest first.
CREATE INDEX matches_by_server ON matches (guild_id, id);
