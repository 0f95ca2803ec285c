"""Voidream in Discord: commands, panels, the status message, announcements.

Nothing here knows a rule of the game: it shows questions and views, and hands answers to `bot.match.matches`.
"""
