"""From whose point of view a text is read."""

from __future__ import annotations

import msgspec

from engine.dreamweavers.frames import INTENT, CardId, Ref


class EffectContext(msgspec.Struct, gc=False):
    """The owner of a text, and what its words have named so far.

    `card` is `INTENT` for the cover of a notion, whose name is then `title`. `it` is what "it" and "them" mean; `named` are
    all cards that the line has named: "another" is none of them.
    """

    seat: int
    card: CardId = INTENT
    tag: int = 0
    title: str = ""
    it: list[Ref] = []
    named: list[Ref] = []
