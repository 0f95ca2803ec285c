"""The only places where the position of the table is written. Each change reports itself in the same operation.

What may be changed, and what follows from it, is decided elsewhere (`events`, `effects`); these functions do it.
"""
