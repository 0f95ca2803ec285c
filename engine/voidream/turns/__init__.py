"""Setup, rounds, turns, and the actions that players take in them (rulebook §3, §4)."""
