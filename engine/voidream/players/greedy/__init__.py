"""A simple greedy player of Voidream, which only sees its own view and its question.

`player` answers questions. It uses the values of card texts (`valuation`), the expected result of a conflict
(`conflict_estimate`) and the cards in view (`board_summary`). It plans no further than the current action: it is for
measuring decks, not for winning.
"""
