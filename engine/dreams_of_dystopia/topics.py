"""Topics of questions and verbs of options in Dreams of Dystopia: their keys, and their words in records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cards.i18n import msg
from engine.kernel.notation import Phrasing, chapters
from engine.kernel.question import Key, TopicKey, TopicWords, VerbKey


class OptionVerb(VerbKey):
    """The verb of an option. Options of simple choices have none."""

    ABILITY = Key("ability", "uses {subject}")
    DEED = Key("deed", "plays {subject}")
    MASTER = Key("master", "uses the Master {subject}")
    ATTACK = Key("attack", "attacks with {subject}")
    ATTACK_AGAIN = Key("attack again", "attacks again with {subject}")
    TARGET = Key("target", "attacks {subject}")
    RECRUIT = Key("recruit", "recruits {subject}")
    PURCHASE = Key("purchase", "purchases {subject}")
    END = Key("end", "ends the turn")
    BLOCK = Key("block", "blocks with {subject}")
    BLOCK_AGAIN = Key("block again", "blocks again with {subject}")
    NO_BLOCK = Key("no block", "does not block")
    HELPER = Key("helper", "adds {subject}")
    DONE = Key("done", "is done")
    YES = Key("yes", "says yes")
    NO = Key("no", "says no")


_TURN = msg("a turn")


class Topic(TopicKey):
    """The topic of a question."""

    MASTER = Key("master", TopicWords(msg("a Master"), "chooses"))
    ACT = Key("act", TopicWords(_TURN, foreseen=(OptionVerb.END,)))
    TARGET = Key("target", TopicWords(_TURN))
    SUPPORT_ATTACK = Key("support attack", TopicWords(_TURN))
    BLOCK = Key("block", TopicWords(msg("a block"), foreseen=(OptionVerb.NO_BLOCK,)))
    SUPPORT_BLOCK = Key("support block", TopicWords(msg("a block")))
    CARDS = Key("cards", TopicWords(msg("a choice for {card}"), "chooses"))
    SEARCH = Key("search", TopicWords(msg("a choice for {card}"), "chooses"))
    MAY = Key("may", TopicWords(msg("an option of {card}")))
    MODE = Key("mode", TopicWords(msg("a choice of {card}")))
    OPPONENT = Key("opponent", TopicWords(msg("an opponent for {card}"), "chooses"))
    PLAYER = Key("player", TopicWords(msg("a player for {card}"), "chooses"))


TOPICS: Mapping[str, TopicWords] = {topic: topic.words for topic in Topic}
VERBS: Mapping[str, str] = {verb: verb.words for verb in OptionVerb}

DYSTOPIA_PHRASING = Phrasing(TOPICS, VERBS)

stage = chapters(msg("Round {n}"), msg("Choice of Masters"))
"""The heading in a record for the next answer."""


@lru_cache(maxsize=1024)
def verb_of(key: str) -> str:
    """Return the verb of an option's key, such as "attack again" of "attack again Night Patrol"; "" for none."""
    verbs = (verb.value for verb in OptionVerb if key == verb or key.startswith(f"{verb} "))
    return max(verbs, key=len, default="")
