"""The only functions that write the position of the table. Each change emits its event in the same operation.

Other packages decide legality and consequences (`events`, `effects`).
"""
