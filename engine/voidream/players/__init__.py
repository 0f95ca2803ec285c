"""Computer players of Voidream."""
