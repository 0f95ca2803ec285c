"""Events, their Before, When and After triggers, and the triggered abilities (rulebook §6, §7)."""
