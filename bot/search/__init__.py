"""Thinking that takes long, for the bot: in a process of its own, so that nobody who plays waits for it."""
