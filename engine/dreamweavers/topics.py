"""Questions and actions of Dreamweavers: the keys for programs, and their words in records."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from cards.i18n import msg
from engine.kernel.question import TopicWords


class Topic(StrEnum):
    """The topic of a question."""

    DRAFT = "draft"
    INTENT = "intent"
    MULLIGAN = "mulligan"
    ACTION = "action"
    ANSWER = "answer"
    DEFEND = "defend"
    SHIELDS = "shields"
    PRICE = "price"
    CARDS = "cards"
    CARD_ORDER = "card order"
    MAY = "may"
    MODE = "mode"
    TRIGGERS = "triggers"
    RECURRING = "recurring"
    LUCID = "lucid"
    ROOM = "room"


class OptionVerb(StrEnum):
    """The verb of an option. Options that only choose a thing have none."""

    PLAY = "play"
    ACTIVATE = "activate"
    ATTACK = "attack"
    REFRESH = "refresh"
    LET_GO = "let go"
    PASS = "pass"  # noqa: S105
    GUARD = "guard"
    SHIELDS = "shields"
    ENTER = "enter"
    TAKE = "take"
    YES = "yes"
    NO = "no"


TOPICS: Mapping[str, TopicWords] = {
    Topic.DRAFT: TopicWords(msg("a pick in the draft"), "drafts"),
    Topic.INTENT: TopicWords(msg("an Intent"), "chooses"),
    Topic.MULLIGAN: TopicWords(
        msg("a mulligan"),
        "puts aside",
        "keeps the hand",
        msg("Exchange {cards}", "dreamweavers"),
        msg("Keep the hand", "dreamweavers"),
    ),
    Topic.ACTION: TopicWords(msg("an action")),
    Topic.ANSWER: TopicWords(msg("a response to {card}"), foreseen=(OptionVerb.PASS,)),
    Topic.DEFEND: TopicWords(msg("a defence"), foreseen=(OptionVerb.PASS, OptionVerb.SHIELDS)),
    Topic.SHIELDS: TopicWords(
        msg("shields"),
        "shields with",
        "discards no shield",
        msg("Shield with {cards}", "dreamweavers"),
        msg("No shields", "dreamweavers"),
        foreseen=("",),
    ),
    Topic.PRICE: TopicWords(msg("the price of {card}"), "pays with"),
    Topic.CARDS: TopicWords(msg("a choice for {card}")),
    Topic.CARD_ORDER: TopicWords(msg("the order of cards")),
    Topic.MAY: TopicWords(msg("an option of {card}")),
    Topic.MODE: TopicWords(msg("a choice of {card}")),
    Topic.TRIGGERS: TopicWords(msg("the order of abilities")),
    Topic.RECURRING: TopicWords(msg("which recurring cards return"), "returns", "returns nothing"),
    Topic.LUCID: TopicWords(msg("where {card} goes"), foreseen=(OptionVerb.TAKE,)),
    Topic.ROOM: TopicWords(msg("a Feeling to be forgotten"), "forgets"),
}


VERBS: Mapping[str, str] = {
    OptionVerb.PLAY: "plays {subject}",
    OptionVerb.ACTIVATE: "activates {subject}",
    OptionVerb.ATTACK: "attacks: {subject}",
    OptionVerb.REFRESH: "refreshes",
    OptionVerb.LET_GO: "lets go",
    OptionVerb.PASS: "does not answer",
    OptionVerb.GUARD: "steps in with {subject}",
    OptionVerb.SHIELDS: "declares shields",
    OptionVerb.ENTER: "puts {subject} into play",
    OptionVerb.TAKE: "takes {subject} into the hand",
    OptionVerb.YES: "says yes",
    OptionVerb.NO: "says no",
}
"""The words for actions in records. `{subject}` is the subject."""
