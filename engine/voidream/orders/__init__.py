"""Standing orders of Voidream: automatic answers for a player (`engine.kernel.orders`).

`book` has all kinds. `durations` has their durations and stop events. The other modules are kinds of orders: the
available ones, their questions, and their answers.

Nothing here uses information hidden from an order's owner: only the question, their own hand, public cards, and the
events they saw. Triggers and effects in force are public (§6, §7).
"""
