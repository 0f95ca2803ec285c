"""The names of a match's zones."""

HAND, DECK, DISCARD, USED, TABLE, MASTER = "hand", "deck", "discard", "used", "table", "master"
SUPPLY, MASTERS, BOX, GONE = "supply", "masters", "box", "gone"
