"""The rules of Voidream (rulebook §2 to §7)."""
