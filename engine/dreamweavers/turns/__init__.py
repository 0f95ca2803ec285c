"""Setup, turns, playing, responding, attacking, damage."""
