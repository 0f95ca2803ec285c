"""What people call the causes of events and questions, and the rules behind reasons: cards, sections, rulings, endings.

A cause is data, and in English: a card's title, `§4 Main phase`, `R16`, or the reason of a match's end.
"""

from __future__ import annotations

from cards.i18n import Message, title
from engine.kernel.law import RULE
from engine.voidream.endings import ENDINGS


def cause_words(cause: str) -> Message:
    """Return what people call a cause."""
    if cause.startswith("§") or (cause[:1] == "R" and cause[1:].isdecimal()):
        return Message(cause, context=RULE)
    return ENDINGS[cause].name if cause in ENDINGS else title(cause)
