"""The wording of the answers of a Voidream match (see `engine.kernel.notation`)."""

from __future__ import annotations

from cards.i18n import msg
from engine.kernel.notation import Phrasing, chapters
from engine.voidream.questions.topics import TOPICS, VERBS
from engine.voidream.saves.decks import deck_lists

VOIDREAM_PHRASING = Phrasing(TOPICS, VERBS, deck_lists)

stage = chapters(msg("Round {n}"), msg("Setup", "stage"))
"""The chapter heading of a record at the current position."""
