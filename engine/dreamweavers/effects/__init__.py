"""What cards do: prices, naming, effects, triggers."""
