"""Queries of a position: numbers in force, descriptions, conditions."""
