"""Small complete games that the tests play. Each has what the others, and Voidream, do not have.

- Vigil is the sample of a game that is added: two to four seats, a draft, secrets at the same time, answers in turn to what
  others do, elimination, places. It has only what every game must have: no decks, no orders, nothing in anybody's hand.
- Bazaar is the sample of a game with cards: a supply that belongs to nobody, cards with two sides, hands and decks, attacks that
  another seat answers. What is secret in it is declared, and written nowhere.
- Lanterns has what a game can have besides: decks, hands that nobody else sees, standing orders, what is forced, reasons
  why something can't be done, an order and a share as answers.
- Parlour asks for everything that can be asked for, with options enough for several pages, and takes plans.
"""
