"""The rules of Dreamweavers, sentence by sentence, as scenarios."""
