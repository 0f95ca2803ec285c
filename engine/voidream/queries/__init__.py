"""Queries of a position: characteristics of cards, and possible actions with the reasons against them. Read-only."""
