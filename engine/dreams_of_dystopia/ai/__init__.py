"""The search for Dreams of Dystopia: what its computer players weigh, and the words of a review."""
