"""The private panel: a question, its answers, and what they lead to."""
