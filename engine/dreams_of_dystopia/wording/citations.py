"""What people call the causes of events and questions, and the rules behind reasons: cards, sections, rulings, endings.

A cause is data, and in English: a card's title, `§Combat`, `DD16`, or the key of a match's end.
"""

from __future__ import annotations

from cards.i18n import Message, title
from engine.dreams_of_dystopia.endings import ENDINGS
from engine.kernel.law import RULE


def cause_words(cause: str) -> Message:
    """Return what people call a cause."""
    if cause.startswith("§") or (cause[:2] == "DD" and cause[2:].isdecimal()):
        return Message(cause, context=RULE)
    return ENDINGS[cause].name if cause in ENDINGS else title(cause)
