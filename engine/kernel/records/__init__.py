"""Match records: a match as a text that people can read and programs can replay.

    [Game "voidream"]
    [Rules "1"]
    [Date "2026-11-21"]
    [Player "Ada"]
    [Player "Bo"]
    [Deck "One Door"]
    [Deck "First Light"]
    [Cards "Ada · Bastion: The Sealed Wing"]
    [Commitment "9f2c…"]
    [Seed "…"]
    [Result "Ada wins: bastion"]
    [Setup "eNrtW…"]

    Round 1
    Ada cuts 12
    Bo plays Push inverted

The setup holds the decks with the texts of their cards, so that a later change of the cards never alters a record; the
lists under Cards say for people what is in it. `docs/notation.md` describes all of it.
Without its seed, while the match goes on, a record can be read but not replayed.
"""
