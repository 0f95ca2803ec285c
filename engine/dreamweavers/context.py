"""The point of view from which a text is read."""

from __future__ import annotations

import msgspec

from engine.dreamweavers.frames import INTENT, CardId, Ref


class EffectContext(msgspec.Struct, gc=False):
    """The controller of a text, and the cards that its words have named so far.

    `card` is `INTENT` for the cover of a notion, whose name is then `title`. `it` is the value of "it" and "them". `named`
    has all cards that the line has named, which "another" excludes.
    """

    seat: int
    card: CardId = INTENT
    tag: int = 0
    title: str = ""
    it: list[Ref] = []
    named: list[Ref] = []
