"""The subject of a question: its reader's own hand, and the card shown beside it."""

from __future__ import annotations

import re

from engine.kernel.question import Question
from engine.voidream.questions.topics import Topic
from engine.voidream.views.types import VoidreamView


def is_about_hand(view: VoidreamView, question: Question) -> bool:
    """Return whether an answer is about an arcanum in the asked player's hand."""
    if view.viewer is None:
        return False
    hand = {card.face.title for card in view.sides[view.viewer].hand if card.face is not None}
    is_order = question.topic == Topic.TRIGGERS
    return not is_order and any(option.subject in hand for option in question.options)


def card_in_question(view: VoidreamView, question: Question) -> str:
    """Return the title of a question's card: the evoked card, or the one that asks.

    "" for a card in play, which the board shows.
    """
    if question.topic == Topic.EVOKED and view.looking_at:
        return view.looking_at[0].title
    title = question.subject or question.cause
    in_play = (card.face for side in view.sides for card in (*side.play, *side.constructs))
    return "" if any(face is not None and face.title == title for face in in_play) else title


def on_board(view: VoidreamView, question: Question) -> frozenset[str]:
    """Return the keys of options that are face-up cards in play."""
    tags = {
        card.tag for side in view.sides for card in side.play if card.face is not None and not card.veiled
    }
    return frozenset(
        option.key for option in question.options if not option.verb and option.about.mark in tags
    )


_HURTS = re.compile(r"(Deal|Destroy|Discard|Exhaust|Veil|Void)\b|An? [^.]* gets -")
"""The first words of instructions that are bad for the card's player."""


def hurting(view: VoidreamView, question: Question) -> frozenset[str]:
    """Return the keys of the player's own cards, if the chosen card is harmed and others' cards can be chosen as well."""
    if view.viewer is None or not _HURTS.match(question.quoted):
        return frozenset()
    tags = {card.tag for card in view.sides[view.viewer].play}
    own = frozenset(option.key for option in question.options if option.about.mark in tags)
    return own if len(own) < len(question.options) else frozenset()
