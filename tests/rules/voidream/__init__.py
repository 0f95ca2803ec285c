"""The rules of Voidream, sentence by sentence, as scenarios."""
