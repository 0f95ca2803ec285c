"""Bazaar: the example game with cards, for two to four: a supply, cards with two sides, hidden hands, attacks.

In a turn a player plays cards from their hand for gold, turns some of them over, scouts a deck, puts a card on their
own, attacks others, who may block with cards from their hands, and buys a card of the market, on either of its sides.
Curses have dark backs. Secrecy follows from declarations alone: the zones, the owners of secret fields, and the backs.
"""
