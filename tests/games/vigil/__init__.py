"""Vigil: the sample game of the tests, for two to four, without decks.

At first everybody takes two lanterns from an open row, in turn and back again. Then they watch for up to three nights. In a
night all choose secretly, at the same time, how much of their oil they burn: so bright is their light. Then, beginning
with the brightest, each in turn may light one of their lanterns, until nobody does; they take effect last first:

- a beacon makes its owner brighter,
- a shade makes somebody darker, as its owner chooses,
- a snuffer puts out the lantern that was lit before it.

Whoever is darkest falls asleep, several together if they are equally dark, but never all. Who watches alone has won. At
dawn all who still watch have held out: those with most oil left come first, and with equal oil they share a place.
"""
