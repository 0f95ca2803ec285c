"""The runtime of all parts of the bot: clock, randomness, background work, logs, health."""
