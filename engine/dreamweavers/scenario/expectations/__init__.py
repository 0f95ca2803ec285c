"""What a scenario can expect of Dreamweavers, as sentences: "Hound is tapped", "the tracker is on Ada 3"."""

from __future__ import annotations

from engine.dreamweavers.scenario.expectations import actions, cards, happened, match, players, seeing
from engine.dreamweavers.scenario.situation import DreamweaversSituation, DreamweaversWords
from engine.scenario.expectations import OUTCOME, QUESTIONS
from engine.scenario.expecting import Form

FORMS: tuple[Form[DreamweaversWords, DreamweaversSituation], ...] = (
    *actions.FORMS,
    *QUESTIONS,
    *players.FORMS,
    *match.FORMS,
    *seeing.FORMS,
    *happened.FORMS,
    *cards.FORMS,
    *OUTCOME,
)
"""All of them, in the order in which they are tried."""
