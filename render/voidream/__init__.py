"""Voidream's pictures and texts, made of nothing but views."""
