"""Notes about messages to send, kept in the outbox until Discord has them."""
