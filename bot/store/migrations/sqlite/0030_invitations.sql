-- Who was invited to a match, and what they have said to it: 'open', 'accepted' or 'declined'. It stays when the match begins
-- without some of them.
CREATE TABLE invitations (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    person_id BIGINT NOT NULL REFERENCES people (id),
    answer TEXT NOT NULL,
    PRIMARY KEY (match_id, person_id)
);

CREATE INDEX invitations_of_person ON invitations (person_id);

INSERT INTO invitations (match_id, person_id, answer)
SELECT s.match_id, s.person_id, 'open' FROM seats s JOIN matches m ON m.id = s.match_id
WHERE m.standing = 'challenged' AND s.seat <> m.challenger;
