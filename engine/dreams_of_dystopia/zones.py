"""The names of the zones of a match."""

HAND, DECK, DISCARD, USED, TABLE, MASTER = "hand", "deck", "discard", "used", "table", "master"
SUPPLY, MASTERS, BOX, GONE = "supply", "masters", "box", "gone"
