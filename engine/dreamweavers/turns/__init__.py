"""Setting up, turns, playing, answering, attacking, damage."""
