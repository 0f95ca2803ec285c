"""Whether a question is about its reader's own hand."""

from __future__ import annotations

from engine.dreamweavers.topics import Topic
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.question import Question


def is_about_hand(view: DreamweaversView, question: Question) -> bool:
    """Return whether one of the answers is about a card in the hand of the player who is asked; shields are."""
    if view.viewer is None:
        return False
    hand = {card.face.title for card in view.sides[view.viewer].hand if card.face is not None}
    if question.topic == Topic.DEFEND:
        return True
    is_order = question.topic == Topic.TRIGGERS
    return not is_order and any(option.subject in hand for option in question.options)
