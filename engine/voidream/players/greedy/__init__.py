"""A simple greedy player of Voidream, which sees its own view and the question that is put to it, and nothing else.

`player` answers questions. It uses the values of card texts (`valuation`), the expected result of a conflict
(`conflict_estimate`) and the cards in view (`board_summary`). It plans no further than the action at hand: it is for
measuring decks, not for winning.
"""
