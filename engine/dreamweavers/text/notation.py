"""The wording of the answers of a Dreamweavers match (see `engine.kernel.notation`)."""

from __future__ import annotations

from cards.i18n import msg
from engine.dreamweavers.topics import TOPICS, VERBS
from engine.kernel.notation import Phrasing, chapters

DREAMWEAVERS_PHRASING = Phrasing(TOPICS, VERBS)

stage = chapters(msg("Turn {n}"), msg("Setup", "stage"))
"""The chapter heading of a record at the current position."""
