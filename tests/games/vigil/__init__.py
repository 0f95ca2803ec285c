"""Vigil: the example game of the tests, for two to four, without decks.

First each player takes two lanterns from an open row, in turn and in reverse. Then they watch for up to three nights. In
a night all secretly choose at the same time how much oil to burn, which is the brightness of their light. Then, from
the brightest, each in turn may light one of their lanterns, until no one does. They take effect last first:

- a beacon makes its owner brighter,
- a shade makes a player darker, chosen by its owner,
- a snuffer puts out the lantern that was lit before it.

The darkest player falls asleep, or several if they are equally dark, but never all. The last one awake wins. At dawn,
the players still awake are ranked by their remaining oil; equal oil shares a place.
"""
