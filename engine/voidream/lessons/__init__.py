"""The lessons of Voidream."""
