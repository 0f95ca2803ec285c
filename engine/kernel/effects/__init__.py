"""Execution of the shared card language: control sentences, the seats that perform instructions, and "it".

Everything specific is the game's: its verbs, costs, triggers, durations, and the matching of descriptions.
"""
