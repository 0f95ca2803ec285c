"""Programs that play Voidream."""
