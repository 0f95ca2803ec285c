"""What a scenario can expect of Voidream, as sentences: "Guard is exhausted", "Ada's depth is 3"."""

from __future__ import annotations

from engine.scenario.expectations import OUTCOME, QUESTIONS
from engine.scenario.expecting import Form
from engine.voidream.scenario.expectations import actions, cards, decks, match, players
from engine.voidream.scenario.situation import VoidreamSituation, VoidreamWords

FORMS: tuple[Form[VoidreamWords, VoidreamSituation], ...] = (
    *QUESTIONS,
    *actions.FORMS,
    *players.FORMS,
    *cards.FORMS,
    *match.FORMS,
    *OUTCOME,
    *decks.FORMS,
)
"""All of them, in the order in which they are tried."""
