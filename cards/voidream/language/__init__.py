"""The card language: controlled English that is read into the data of `tree` and printed from it."""
