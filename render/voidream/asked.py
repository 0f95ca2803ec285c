"""Whether a question is about its reader's own hand."""

from __future__ import annotations

from engine.kernel.question import Question
from engine.voidream.views.types import VoidreamView

_VERBS = ("play", "invert")


def is_about_hand(view: VoidreamView, question: Question) -> bool:
    """Return whether one of the answers is about an arcanum in the hand of whoever is asked."""
    if view.viewer is None:
        return False
    hand = {card.face.title for card in view.sides[view.viewer].hand if card.face is not None}
    for option in question.options:
        verb, _, rest = option.key.partition(" ")
        if option.key in hand or (verb in _VERBS and rest in hand):
            return True
    return False
