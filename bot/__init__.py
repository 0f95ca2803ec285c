"""Where people play: Discord, storage, clocks, notifications and the local table."""
