"""Tests of the catalogue of texts in every language."""
