"""Whether a question is about its reader's own hand."""

from __future__ import annotations

from engine.dreams_of_dystopia.topics import Topic
from engine.dreams_of_dystopia.views.types import DystopiaView
from engine.kernel.question import Question

_OF_THE_HAND = (Topic.ACT, Topic.BLOCK, Topic.SUPPORT_ATTACK, Topic.SUPPORT_BLOCK)


def is_about_hand(view: DystopiaView, question: Question) -> bool:
    """Return whether one of the answers is a card in the hand of the player who is asked; own turns and blocks are."""
    if view.viewer is None:
        return False
    hand = set(view.players[view.viewer].hand)
    return question.topic in _OF_THE_HAND or any(option.subject in hand for option in question.options)
