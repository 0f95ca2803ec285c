"""Names of causes of events and questions, and of the rules behind reasons: cards, sections, rulings, endings."""

from __future__ import annotations

from cards.i18n import title
from engine.kernel.law import causes_called
from engine.voidream.endings import ENDINGS
from engine.voidream.law import LAW

cause_words = causes_called(LAW, ENDINGS, title)
"""The function that names a cause."""
