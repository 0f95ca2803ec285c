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

The setup contains the decks with the texts of their cards, so a later change of the cards never alters a record. The
lists under Cards describe it for people. While the match is in progress a record has no seed: it can be read but not
replayed. `docs/notation.md` describes the format.
"""
