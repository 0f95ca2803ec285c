"""Dreamweavers' card language: its words, as frozen data with their records.

A text is a tuple of lines. The engine defines their effects. DW1 to DW111 are the game's rulings.
"""
