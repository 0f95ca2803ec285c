"""What printed texts do: effect lines, sentences, instructions (rulebook §6, §7)."""
