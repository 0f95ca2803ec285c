"""Building decks in Discord: the list, the workbench, its steps, looking and passing on. All of it is private (R51)."""
