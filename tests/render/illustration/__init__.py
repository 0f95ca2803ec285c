"""Tests of how pictures are described and drawn."""
