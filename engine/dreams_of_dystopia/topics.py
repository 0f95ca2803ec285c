"""Topics of questions and verbs of options in Dreams of Dystopia: their keys, and their words in records."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from cards.i18n import msg
from engine.kernel.notation import Phrasing, chapters
from engine.kernel.question import TopicWords


class Topic(StrEnum):
    """The topic of a question."""

    MASTER = "master"
    ACT = "act"
    TARGET = "target"
    SUPPORT_ATTACK = "support attack"
    BLOCK = "block"
    SUPPORT_BLOCK = "support block"
    CARDS = "cards"
    SEARCH = "search"
    MAY = "may"
    MODE = "mode"
    OPPONENT = "opponent"
    PLAYER = "player"


class OptionVerb(StrEnum):
    """The verb of an option. Options of simple choices have none."""

    ABILITY = "ability"
    DEED = "deed"
    MASTER = "master"
    ATTACK = "attack"
    ATTACK_AGAIN = "attack again"
    TARGET = "target"
    RECRUIT = "recruit"
    PURCHASE = "purchase"
    END = "end"
    BLOCK = "block"
    BLOCK_AGAIN = "block again"
    NO_BLOCK = "no block"
    HELPER = "helper"
    DONE = "done"
    YES = "yes"
    NO = "no"


_TURN = msg("a turn")

TOPICS: Mapping[str, TopicWords] = {
    Topic.MASTER: TopicWords(msg("a Master"), "chooses"),
    Topic.ACT: TopicWords(_TURN, foreseen=(OptionVerb.END,)),
    Topic.TARGET: TopicWords(_TURN),
    Topic.SUPPORT_ATTACK: TopicWords(_TURN),
    Topic.BLOCK: TopicWords(msg("a block"), foreseen=(OptionVerb.NO_BLOCK,)),
    Topic.SUPPORT_BLOCK: TopicWords(msg("a block")),
    Topic.CARDS: TopicWords(msg("a choice for {card}"), "chooses"),
    Topic.SEARCH: TopicWords(msg("a choice for {card}"), "chooses"),
    Topic.MAY: TopicWords(msg("an option of {card}")),
    Topic.MODE: TopicWords(msg("a choice of {card}")),
    Topic.OPPONENT: TopicWords(msg("an opponent for {card}"), "chooses"),
    Topic.PLAYER: TopicWords(msg("a player for {card}"), "chooses"),
}

VERBS: Mapping[str, str] = {
    OptionVerb.ABILITY: "uses {subject}",
    OptionVerb.DEED: "plays {subject}",
    OptionVerb.MASTER: "uses the Master {subject}",
    OptionVerb.ATTACK: "attacks with {subject}",
    OptionVerb.ATTACK_AGAIN: "attacks again with {subject}",
    OptionVerb.TARGET: "attacks {subject}",
    OptionVerb.RECRUIT: "recruits {subject}",
    OptionVerb.PURCHASE: "purchases {subject}",
    OptionVerb.END: "ends the turn",
    OptionVerb.BLOCK: "blocks with {subject}",
    OptionVerb.BLOCK_AGAIN: "blocks again with {subject}",
    OptionVerb.NO_BLOCK: "does not block",
    OptionVerb.HELPER: "adds {subject}",
    OptionVerb.DONE: "is done",
    OptionVerb.YES: "says yes",
    OptionVerb.NO: "says no",
}
"""The words of options in records. `{subject}` is the subject."""

DYSTOPIA_PHRASING = Phrasing(TOPICS, VERBS)

stage = chapters(msg("Round {n}"), msg("Choice of Masters"))
"""The heading in a record for the next answer."""


@lru_cache(maxsize=1024)
def verb_of(key: str) -> str:
    """Return the verb of an option's key, such as "attack again" of "attack again Night Patrol"; "" for none."""
    verbs = (verb.value for verb in OptionVerb if key == verb or key.startswith(f"{verb} "))
    return max(verbs, key=len, default="")
