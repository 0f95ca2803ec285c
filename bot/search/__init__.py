"""Long searches for the bot, in a separate process so that no player waits for them."""
