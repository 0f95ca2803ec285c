"""Standing orders of Voidream: what a player wants answered for them (`engine.kernel.orders`).

`book` knows all kinds. A kind (`kind`) is a small module: which orders of it there are, which question it is about, and
what it answers. `spans` says how long an order lasts, `stops` what ends it before.

Nothing here looks at what the owner of an order can't see: the question, their own hand, what lies open, and what has
happened before their eyes. What triggers, and what is in force, is open (§6, §7).
"""
