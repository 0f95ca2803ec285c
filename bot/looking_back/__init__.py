"""Looking back at matches that are over, where all their players agree: their decisions judged, one by one, and what it tells."""
