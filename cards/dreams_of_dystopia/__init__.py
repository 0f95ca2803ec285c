"""The cards of Dreams of Dystopia, with two sides each, and their language."""
