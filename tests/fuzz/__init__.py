"""Malformed files of every kind: each is refused with a sentence, within a second and 200 MB."""
