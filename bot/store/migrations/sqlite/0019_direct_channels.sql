-- Where somebody got direct messages before is looked up by person.
CREATE INDEX panels_of_person ON panels (person_id, match_id);
