"""The texts about how a match begins, in English; see `bot.chat.texts.texts`."""

from __future__ import annotations

import msgspec


class BeforeTexts(msgspec.Struct, frozen=True):
    """The texts. Words in braces are filled in with `str.format`."""

    another_deck: str = "Another deck …"
    by_lot: str = "Cut and guess: by lot"
    as_said: str = "Cut and guess: as you said"
    asked: str = "Cut and guess: ask me"
    will_be_asked: str = "-# You will be asked for your cut, and for your guess, when the match begins."
    form: str = "How the match begins"
    number: str = "{low} to {high}; empty: drawn by lot. It is luck either way."
    lot: str = "Draw it for me"
    ask: str = "Ask me for both in the match?"
    no: str = "No: begin at once"
    yes: str = "Yes: the match waits until I have answered"
    d_cut: str = "Cut their deck so many cards deep; without it, drawn by lot. Only you know."
    yours_directly: str = "Your first decision is in your direct messages."
    yours_here: str = "The first decision is yours."
    theirs: str = "{who} decides first; you are told when it is your turn."
