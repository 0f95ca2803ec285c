"""Malformed files of every kind: each is refused in a sentence, within a second and 200 MB."""
