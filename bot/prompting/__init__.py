"""Questions: who is asked, and how they learn of it."""
