"""Tests of the catalogue of messages in every language."""
