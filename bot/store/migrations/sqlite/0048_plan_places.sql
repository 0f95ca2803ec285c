-- Plans of all games keep the line that they follow and the next step in it; those of games with one line kept the step alone.
UPDATE orders SET data = json_set(data, '$[1].at', json_array(0, json_extract(data, '$[1].at')))
WHERE json_type(data, '$[1].at') = 'integer';
