"""The expectations of every game, as sentences. Game-specific words come from the game's tables.

`SEEING` needs a game with the content of its views.
"""

from engine.scenario.expectations import (
    actions,
    cards,
    happened,
    match,
    outcome,
    players,
    questions,
    visibility,
)

QUESTIONS = questions.FORMS
TABLES = (*actions.FORMS, *players.FORMS, *match.FORMS, *happened.FORMS, *cards.FORMS)
SEEING = visibility.FORMS
OUTCOME = outcome.FORMS

__all__ = ["OUTCOME", "QUESTIONS", "SEEING", "TABLES"]
