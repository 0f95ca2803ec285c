"""Dreamweavers' card language: its words, as frozen data with their records.

A text is a tuple of lines. What they do is told nowhere here. DW1 to DW111 are the rulings of the game.
"""
