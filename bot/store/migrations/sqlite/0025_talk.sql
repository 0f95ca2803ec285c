-- The threads in which matches are talked about, so that a command typed there means that match.
CREATE INDEX posts_by_thread ON posts (channel_id) WHERE kind = 'talk';
