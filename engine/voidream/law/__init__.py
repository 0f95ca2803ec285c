"""The law of Voidream for looking things up: rulings, terms and sections, in our own short words."""
