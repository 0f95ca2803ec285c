"""The parts of pictures and texts that games of cards share: measures and wording here, colours and cards with each game."""
