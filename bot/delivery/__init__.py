"""What is to be shown to whom, kept until Discord has it."""
