"""The subject of a question: its reader's own hand, and the card shown beside it."""

from __future__ import annotations

import re

from engine.dreamweavers.topics import Topic
from engine.dreamweavers.views.types import DreamweaversView
from engine.kernel.question import Question


def is_of_hand_alone(view: DreamweaversView, question: Question) -> bool:
    """Return whether the table is still empty, so that only the hand is worth showing."""
    return view.viewer is not None and question.topic == Topic.MULLIGAN


def is_about_hand(view: DreamweaversView, question: Question) -> bool:
    """Return whether an answer is about a card in the asked player's hand, including shields."""
    if view.viewer is None:
        return False
    hand = {card.face.title for card in view.sides[view.viewer].hand if card.face is not None}
    if question.topic == Topic.DEFEND:
        return True
    is_order = question.topic == Topic.TRIGGERS
    return not is_order and any(option.subject in hand for option in question.options)


def card_in_question(view: DreamweaversView, question: Question) -> str:
    """Return the title of a question's card; "" for a card in play, which the board shows."""
    title = question.subject or question.cause
    in_play = (card.face.title for side in view.sides for card in (*side.thoughts, *side.feelings))
    return "" if title in in_play else title


def on_board(view: DreamweaversView, question: Question) -> frozenset[str]:
    """Return the keys of options that are cards in play."""
    titles = {card.face.title for side in view.sides for card in (*side.thoughts, *side.feelings)}
    return frozenset(
        option.key for option in question.options if not option.verb and option.subject in titles
    )


_HURTS = re.compile(r"(Deal|Destroy|Discard|Forget|Tap)\b|An? [^.]* gets -")
"""The first words of instructions that are bad for the card's player."""


def hurting(view: DreamweaversView, question: Question) -> frozenset[str]:
    """Return the keys of the player's own cards, if the chosen card is harmed and others' cards can be chosen as well."""
    if view.viewer is None or not _HURTS.match(question.quoted):
        return frozenset()
    side = view.sides[view.viewer]
    titles = {card.face.title for card in (*side.thoughts, *side.feelings)}
    own = frozenset(option.key for option in question.options if option.about.name in titles)
    return own if len(own) < len(question.options) else frozenset()
