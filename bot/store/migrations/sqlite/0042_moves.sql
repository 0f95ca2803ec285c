-- Where somebody's weekends are until a moment, after they have moved: those of the zone where they lived before; '' for nowhere.
ALTER TABLE people ADD COLUMN zone_before TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN zone_since BIGINT NOT NULL DEFAULT 0;
