"""Standing orders of Voidream: what a player wants answered for them (`engine.kernel.orders`).

`book` has all kinds. `durations` says how long an order lasts and what ends it early; the other modules are kinds of orders:
which of them there are, which question they are about, and what they answer.

Nothing here looks at what the owner of an order can't see: the question, their own hand, what lies open, and what has
happened before their eyes. What triggers, and what is in force, is open (§6, §7).
"""
