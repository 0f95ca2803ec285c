"""Small complete games for tests. Each covers something that the others, and Voidream, don't have.

- Vigil is the example of a new game: two to four seats, a draft, simultaneous secret choices, responses in turn,
  elimination, places. It has only the mandatory parts: no decks, no orders, no hands.
- Bazaar is the example of a game with cards: a common supply, cards with two sides, hands and decks, attacks that
  another seat answers. Its secrets follow from declarations alone.
- Lanterns has optional parts: decks, hidden hands, standing orders, forced answers, reasons why something isn't
  possible, an ordering and a distribution as answers.
- Parlour has every kind of question, with enough options for several pages, and plans.
"""
