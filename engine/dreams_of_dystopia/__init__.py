"""The rules of Dreams of Dystopia, for two to four players: the rulebook, and the rulings DD1–DD130."""
