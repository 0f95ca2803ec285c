"""What can happen, its Before, When and After, and the abilities that it triggers (rulebook §6, §7)."""
