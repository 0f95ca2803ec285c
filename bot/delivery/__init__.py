"""Notes about what to show to whom, kept in the outbox until Discord has it."""
