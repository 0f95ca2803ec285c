"""Dreamweavers' cards, so far the words of their texts."""
