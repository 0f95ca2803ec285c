-- Which worker reviews a match, and until when, in ms since 1970: its lease ends sooner if the worker is gone.
ALTER TABLE look_backs ADD COLUMN lease_owner TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE look_backs ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0;
