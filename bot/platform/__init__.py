"""The runtime of every part of the bot: the clock and chance handed in, background work, logs, signs of progress."""
