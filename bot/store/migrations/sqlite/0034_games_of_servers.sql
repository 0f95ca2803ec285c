-- A server has a ready-made deck for each game, by the key of the game; before, there was one game, and its deck was `deck`.
UPDATE servers SET rules = json_remove(
    json_set(rules, '$.decks', json_object('voidream', json_extract(rules, '$.deck'))), '$.deck'
) WHERE json_extract(rules, '$.deck') IS NOT NULL;
