"""Orders: answers that players give in advance."""
