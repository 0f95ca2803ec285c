"""One package a feature: its commands, its messages with their controls, its texts."""
