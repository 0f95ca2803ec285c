"""The slash commands as they are registered: their places, their translations, their tree."""
