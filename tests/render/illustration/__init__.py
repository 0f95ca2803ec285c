"""Tests of the description and drawing of pictures."""
