"""The wording of the answers of a match of Dreams of Dystopia (see `engine.kernel.notation`)."""

from __future__ import annotations

from cards.i18n import msg
from engine.dreams_of_dystopia.topics import TOPICS, VERBS
from engine.kernel.notation import Phrasing, chapters

DYSTOPIA_PHRASING = Phrasing(TOPICS, VERBS)

stage = chapters(msg("Round {n}"), msg("Choice of Masters"))
"""The heading under which a record puts the next answer."""
