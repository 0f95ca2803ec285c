"""Questions: their topics, the subjects of their options, and cards as options."""
