"""What a question is about, what its options are about, and how cards are put to a player as options."""
