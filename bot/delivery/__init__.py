"""Notes about messages to send, stored in the outbox until Discord has received them."""
