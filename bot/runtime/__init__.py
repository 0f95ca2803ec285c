"""What every part of the bot runs on: the clock and chance handed in, work beside the event loop, logs, signs of progress."""
