"""What every game needs: positions as data, questions, events, chance, matches and records."""
