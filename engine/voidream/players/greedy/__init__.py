"""A simple greedy player of Voidream, which sees its own view and the question that is put to it, and nothing else.

`player` answers questions. It reckons with what cards say (`worth`), what a conflict would come to (`clash`), and what
lies on the table (`sight`). It plans no further than the action at hand; it is for measuring decks, not for winning.
"""
