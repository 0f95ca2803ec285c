"""The search for Dreams of Dystopia: its features and candidates, and the words of hints and reviews."""
