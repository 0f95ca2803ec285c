"""Questions about a position: what a card is, what a player may do and why not. Nothing here changes anything."""
