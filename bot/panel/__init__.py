"""The private panel: a question, its answers, and their consequences."""
