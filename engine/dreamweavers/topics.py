"""Questions and actions of Dreamweavers: the keys for programs, and their words in records."""

from __future__ import annotations

from collections.abc import Mapping

from cards.i18n import msg
from engine.kernel.question import Key, TopicKey, TopicWords, VerbKey


class OptionVerb(VerbKey):
    """The verb of an option. Options that only choose a thing have none."""

    PLAY = Key("play", "plays {subject}")
    ACTIVATE = Key("activate", "activates {subject}")
    ATTACK = Key("attack", "attacks: {subject}")
    REFRESH = Key("refresh", "refreshes")
    LET_GO = Key("let go", "lets go")
    PASS = Key("pass", "does not answer")
    GUARD = Key("guard", "steps in with {subject}")
    SHIELDS = Key("shields", "declares shields")
    ENTER = Key("enter", "puts {subject} into play")
    TAKE = Key("take", "takes {subject} into the hand")
    YES = Key("yes", "says yes")
    NO = Key("no", "says no")


class Topic(TopicKey):
    """The topic of a question."""

    DRAFT = Key("draft", TopicWords(msg("a pick in the draft"), "drafts"))
    INTENT = Key("intent", TopicWords(msg("an Intent"), "chooses"))
    MULLIGAN = Key(
        "mulligan",
        TopicWords(
            msg("a mulligan"),
            "puts aside",
            "keeps the hand",
            msg("Exchange {cards}", "dreamweavers"),
            msg("Keep the hand", "dreamweavers"),
        ),
    )
    ACTION = Key("action", TopicWords(msg("an action")))
    ANSWER = Key("answer", TopicWords(msg("a response to {card}"), foreseen=(OptionVerb.PASS,)))
    DEFEND = Key("defend", TopicWords(msg("a defence"), foreseen=(OptionVerb.PASS, OptionVerb.SHIELDS)))
    SHIELDS = Key(
        "shields",
        TopicWords(
            msg("shields"),
            "shields with",
            "discards no shield",
            msg("Shield with {cards}", "dreamweavers"),
            msg("No shields", "dreamweavers"),
            foreseen=("",),
        ),
    )
    PRICE = Key("price", TopicWords(msg("the price of {card}"), "pays with"))
    CARDS = Key("cards", TopicWords(msg("a choice for {card}")))
    CARD_ORDER = Key("card order", TopicWords(msg("the order of cards")))
    MAY = Key("may", TopicWords(msg("an option of {card}")))
    MODE = Key("mode", TopicWords(msg("a choice of {card}")))
    TRIGGERS = Key("triggers", TopicWords(msg("the order of abilities")))
    RECURRING = Key(
        "recurring", TopicWords(msg("which recurring cards return"), "returns", "returns nothing")
    )
    LUCID = Key("lucid", TopicWords(msg("where {card} goes"), foreseen=(OptionVerb.TAKE,)))
    ROOM = Key("room", TopicWords(msg("a Feeling to be forgotten"), "forgets"))


TOPICS: Mapping[str, TopicWords] = {topic: topic.words for topic in Topic}
VERBS: Mapping[str, str] = {verb: verb.words for verb in OptionVerb}
