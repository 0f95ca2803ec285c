"""Presentation: views drawn as pictures and written as text."""
