"""The only functions that write the position of the table. Each change emits its event in the same operation.

Legality and consequences are decided elsewhere (`events`, `effects`).
"""
