"""The shared parts of all card games' pictures and texts: measures and wording. Colours and cards are each game's."""
