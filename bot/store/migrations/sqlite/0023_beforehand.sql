-- What whoever sits there has said of how the match begins, as JSON, until it is asked: where the other deck is cut, which side
-- of a mind is hidden or guessed. It is theirs alone. '' in a challenge: everything by lot; in a match: nothing is left of it.
ALTER TABLE seats ADD COLUMN beforehand TEXT NOT NULL DEFAULT '';

-- The house accepts in the transaction of the challenge. One that it was about to accept is taken back: nobody would come.
UPDATE matches SET standing = 'withdrawn'
WHERE standing = 'challenged' AND id IN (SELECT match_id FROM alarms WHERE kind = 'sit');
DELETE FROM alarms WHERE kind = 'sit';
