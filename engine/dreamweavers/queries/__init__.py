"""Queries of a position: current numbers, descriptions, conditions."""
