"""Standing orders: draft lists, keeping a hand, defences, responses, and plans for a turn (DW110, DW111).

`book` has all kinds. Whether an order answers a question depends only on public information. Its answer may depend on
its owner's hand.
"""
