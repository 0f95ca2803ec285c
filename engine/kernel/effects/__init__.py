"""Execution of the shared card language: the sentences around instructions, their performers, and "it".

Everything specific belongs to the game: its verbs, costs, triggers, durations, and the matching of descriptions.
"""
