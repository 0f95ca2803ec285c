"""Carrying out what the shared language of cards says: the sentences around instructions, who performs them, what "it" is.

What a word of one game does is that game's: its verbs, costs, triggers, durations, and which cards a description means.
"""
