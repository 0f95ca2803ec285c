"""Standing orders: draft lists, keeping a hand, defences, answers, and plans for a turn (DW110, DW111).

`book` has all kinds. Whether an order answers a question hangs on public things alone; what it answers may hang on its
owner's hand.
"""
