"""The expectations of every game, as sentences. Those that use a game's words read them from its tables.

`SEEING` needs a game to say what its views show.
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
