"""Lines of cards that are carried out: one operation after the other, what each does, and what is chosen for it."""
