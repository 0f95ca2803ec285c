"""Questions and actions of Voidream: the keys for programs, and their words in records."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from cards.i18n import msg
from engine.kernel.question import TopicWords


class Topic(StrEnum):
    """The topic of a question."""

    CUT = "cut"
    ACTION = "action"
    HIDDEN_MIND = "hidden mind"
    MIND_GUESS = "mind guess"
    NIGHTMARE = "nightmare"
    VOIDED = "voided"
    EVOKED = "evoked"
    UNVEILED = "unveiled"
    UNVEIL_COST = "unveil cost"
    PLAY_COST = "play cost"
    ATTACKERS = "attackers"
    DEFENDERS = "defenders"
    DAWN_OR_DUSK = "dawn or dusk"
    JOINING = "joining"
    ROLL = "roll"
    DAMAGE = "damage"
    COPY = "copy"
    TRIGGERS = "triggers"
    CARD_ORDER = "card order"
    CARDS = "cards"
    MAY = "may"
    MODE = "mode"


class OptionVerb(StrEnum):
    """The verb of an option. Options that only choose a thing have none."""

    PLAY = "play"
    INVERT = "invert"
    ACTIVATE = "activate"
    UNVEIL = "unveil"
    PASS = "pass"  # noqa: S105
    VEIL = "veil"
    RETURN = "return"
    DISCARD = "discard"
    ENTER_NIGHTMARE = "enter"
    DAWN = "dawn"
    DUSK = "dusk"
    JOIN = "join"
    STAY_OUT = "stay out"
    ROLL = "roll"
    SKIP_ROLL = "skip"
    DISCARD_COPY = "discard copy"
    LET_GO = "let go"
    NUMBERED = "numbered"
    SPENT = "spent"
    YES = "yes"
    NO = "no"


TOPICS: Mapping[str, TopicWords] = {
    Topic.CUT: TopicWords(msg("a cut"), "cuts"),
    Topic.ACTION: TopicWords(msg("an action"), foreseen=(OptionVerb.PASS,)),
    Topic.HIDDEN_MIND: TopicWords(msg("the hidden mind card")),
    Topic.MIND_GUESS: TopicWords(msg("a guess at the hidden mind card")),
    Topic.NIGHTMARE: TopicWords(msg("avoiding Nightmare")),
    Topic.VOIDED: TopicWords(msg("an arcanum to void"), "voids"),
    Topic.EVOKED: TopicWords(msg("an evoked card")),
    Topic.UNVEILED: TopicWords(msg("the cards to unveil"), "unveils"),
    Topic.UNVEIL_COST: TopicWords(msg("a discard"), "discards"),
    Topic.PLAY_COST: TopicWords(msg("the cost of a card")),
    Topic.ATTACKERS: TopicWords(
        msg("attackers"),
        "attacks with",
        "attacks alone",
        msg("Attack with {cards}"),
        msg("Attack with no entities"),
    ),
    Topic.DEFENDERS: TopicWords(
        msg("defenders"),
        "defends with",
        "defends alone",
        msg("Defend with {cards}"),
        msg("Defend with no entities"),
    ),
    Topic.DAWN_OR_DUSK: TopicWords(msg("dawn or dusk")),
    Topic.JOINING: TopicWords(msg("{card} joining the conflict")),
    Topic.ROLL: TopicWords(msg("rolling")),
    Topic.DAMAGE: TopicWords(msg("distributing damage")),
    Topic.COPY: TopicWords(msg("the fate of {card}")),
    Topic.TRIGGERS: TopicWords(msg("the order of abilities")),
    Topic.CARD_ORDER: TopicWords(msg("the order of cards")),
    Topic.CARDS: TopicWords(msg("a choice for {card}")),
    Topic.MAY: TopicWords(msg("an option of {card}")),
    Topic.MODE: TopicWords(msg("a choice of {card}")),
}


@lru_cache(maxsize=4096)
def action_key(verb: OptionVerb, subject: str = "") -> str:
    """Return the key of an option that does something with a subject: "play Cunning Plan"."""
    return f"{verb} {subject}" if subject else verb


VERBS: Mapping[str, str] = {
    OptionVerb.PLAY: "plays {subject}",
    OptionVerb.INVERT: "plays {subject} inverted",
    OptionVerb.ACTIVATE: "activates {subject}",
    OptionVerb.UNVEIL: "unveils",
    OptionVerb.PASS: "passes",
    OptionVerb.VEIL: "veils {subject}",
    OptionVerb.RETURN: "returns {subject} to the top",
    OptionVerb.DISCARD: "discards {subject}",
    OptionVerb.ENTER_NIGHTMARE: "enters Nightmare",
    OptionVerb.DAWN: "chooses Dawn",
    OptionVerb.DUSK: "chooses Dusk",
    OptionVerb.JOIN: "joins",
    OptionVerb.STAY_OUT: "stays out of it",
    OptionVerb.ROLL: "rolls",
    OptionVerb.SKIP_ROLL: "skips the roll",
    OptionVerb.DISCARD_COPY: "discards the copy",
    OptionVerb.LET_GO: "lets {subject} go",
    OptionVerb.NUMBERED: "chooses The numbered side",
    OptionVerb.SPENT: "chooses The spent side",
    OptionVerb.YES: "says yes",
    OptionVerb.NO: "says no",
}
"""The words for actions in records. `{subject}` is the subject."""
