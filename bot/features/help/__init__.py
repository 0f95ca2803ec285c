"""The pages of the help."""
