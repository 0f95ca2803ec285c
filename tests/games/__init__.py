"""Small complete games that the tests play. Each has what the others, and Voidream, do not have.

- Vigil is the sample of a game that is added: two to four seats, a draft, secrets at the same time, answers in turn to what
  others do, elimination, places. It has only what every game must have: no decks, no orders, nothing in anybody's hand.
- Lanterns has what a game can have besides: decks, hands that nobody else sees, standing orders, what is forced, reasons
  why something can't be done, an order and a share as answers.
- Parlour asks for everything that can be asked for, with options enough for several pages, and takes plans.
"""
