"""Names of the causes of events and questions, and of the rules behind reasons: cards, sections, rulings, endings."""

from __future__ import annotations

from cards.i18n import title
from engine.kernel.law import cause_names
from engine.voidream.endings import ENDINGS
from engine.voidream.law import LAW

cause_words = cause_names(LAW, ENDINGS, title)
"""The function that names a cause."""
