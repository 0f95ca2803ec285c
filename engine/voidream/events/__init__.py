"""Events, their Before, When and After, and the abilities that they trigger (rulebook §6, §7)."""
