"""The rules of Dreams of Dystopia, for two to four players (the rulebook; where it is silent, DD1–DD127)."""
