"""Scenarios of Dreams of Dystopia: what they speak of, how they begin, and the cards that they bring along."""
