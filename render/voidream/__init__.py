"""Voidream's pictures and texts, which only depend on views."""
