"""Texts of a match for people: its story."""
