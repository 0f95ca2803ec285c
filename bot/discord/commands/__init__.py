"""The slash commands as registered: their places, their translations, their tree."""
