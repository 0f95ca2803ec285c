"""Questions and actions of Voidream: the keys for programs, and their words in records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cards.i18n import msg
from engine.kernel.question import Key, TopicKey, TopicWords, VerbKey


class OptionVerb(VerbKey):
    """The verb of an option. Options that only choose a thing have none."""

    PLAY = Key("play", "plays {subject}")
    INVERT = Key("invert", "plays {subject} inverted")
    ACTIVATE = Key("activate", "activates {subject}")
    UNVEIL = Key("unveil", "unveils")
    PASS = Key("pass", "passes")
    VEIL = Key("veil", "veils {subject}")
    RETURN = Key("return", "returns {subject} to the top")
    DISCARD = Key("discard", "discards {subject}")
    ENTER_NIGHTMARE = Key("enter", "enters Nightmare")
    DAWN = Key("dawn", "chooses Dawn")
    DUSK = Key("dusk", "chooses Dusk")
    JOIN = Key("join", "joins")
    STAY_OUT = Key("stay out", "stays out of it")
    ROLL = Key("roll", "rolls")
    SKIP_ROLL = Key("skip", "skips the roll")
    DISCARD_COPY = Key("discard copy", "discards the copy")
    LET_GO = Key("let go", "lets {subject} go")
    NUMBERED = Key("numbered", "chooses The numbered side")
    SPENT = Key("spent", "chooses The spent side")
    YES = Key("yes", "says yes")
    NO = Key("no", "says no")


class Topic(TopicKey):
    """The topic of a question."""

    CUT = Key("cut", TopicWords(msg("a cut"), "cuts"))
    ACTION = Key("action", TopicWords(msg("an action"), foreseen=(OptionVerb.PASS,)))
    HIDDEN_MIND = Key("hidden mind", TopicWords(msg("the hidden mind card")))
    MIND_GUESS = Key("mind guess", TopicWords(msg("a guess at the hidden mind card")))
    NIGHTMARE = Key("nightmare", TopicWords(msg("avoiding Nightmare")))
    VOIDED = Key("voided", TopicWords(msg("an arcanum to void"), "voids"))
    EVOKED = Key("evoked", TopicWords(msg("an evoked card")))
    UNVEILED = Key("unveiled", TopicWords(msg("the cards to unveil"), "unveils"))
    UNVEIL_COST = Key("unveil cost", TopicWords(msg("a discard"), "discards"))
    PLAY_COST = Key("play cost", TopicWords(msg("the cost of a card")))
    ATTACKERS = Key(
        "attackers",
        TopicWords(
            msg("attackers"),
            "attacks with",
            "attacks alone",
            msg("Attack with {cards}"),
            msg("Attack with no entities"),
        ),
    )
    DEFENDERS = Key(
        "defenders",
        TopicWords(
            msg("defenders"),
            "defends with",
            "defends alone",
            msg("Defend with {cards}"),
            msg("Defend with no entities"),
        ),
    )
    DAWN_OR_DUSK = Key("dawn or dusk", TopicWords(msg("dawn or dusk")))
    JOINING = Key("joining", TopicWords(msg("{card} joining the conflict")))
    ROLL = Key("roll", TopicWords(msg("rolling")))
    DAMAGE = Key("damage", TopicWords(msg("distributing damage")))
    COPY = Key("copy", TopicWords(msg("the fate of {card}")))
    TRIGGERS = Key("triggers", TopicWords(msg("the order of abilities")))
    CARD_ORDER = Key("card order", TopicWords(msg("the order of cards")))
    CARDS = Key("cards", TopicWords(msg("a choice for {card}")))
    MAY = Key("may", TopicWords(msg("an option of {card}")))
    MODE = Key("mode", TopicWords(msg("a choice of {card}")))


TOPICS: Mapping[str, TopicWords] = {topic: topic.words for topic in Topic}
VERBS: Mapping[str, str] = {verb: verb.words for verb in OptionVerb}


@lru_cache(maxsize=4096)
def action_key(verb: OptionVerb, subject: str = "") -> str:
    """Return the key of an option that does something with a subject: "play Cunning Plan"."""
    return f"{verb} {subject}" if subject else verb
