-- What somebody has done about their own time and reminders, for a while: an interaction is carried out once.
CREATE TABLE personal_acts (
    interaction_id BIGINT PRIMARY KEY,
    person_id BIGINT NOT NULL,
    what TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX personal_acts_by_age ON personal_acts (at);
