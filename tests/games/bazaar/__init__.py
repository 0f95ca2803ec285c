"""Bazaar: the sample game with cards, for two to four: a supply, cards with two sides, hidden hands, attacks.

In a turn a player plays cards out of their hand for gold, turns some of them over, scouts a deck, stashes a card on their own,
attacks others, who may block with cards of their hands, and buys a card of the market, on either of its sides. Curses have dark
backs. Of secrecy nothing is written here but declarations: the zones, whose the secret fields are, and what is on a back.
"""
