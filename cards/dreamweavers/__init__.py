"""The cards of Dreamweavers: their language, the set, and their files."""
