"""Effects of printed texts: effect lines, sentences, instructions (rulebook §6, §7)."""
