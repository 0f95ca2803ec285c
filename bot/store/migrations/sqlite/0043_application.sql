-- To which application a database belongs. It stood with the hash of the commands that were registered last, 32 characters behind
-- a colon; what is registered, Discord is asked at each start.
INSERT INTO facts (name, value)
SELECT 'application', substr(value, 1, length(value) - 33) FROM facts WHERE name = 'commands' AND length(value) > 33;
DELETE FROM facts WHERE name = 'commands';
