"""Dreamweavers' closed classes of words: sorts of card, notions, states, places, numbers, keywords."""

from __future__ import annotations

from cards.language import nodes
from cards.language.records import Word, w


class Noun(Word):
    """A sort of card."""

    CARD = w("card", "carta cartas f", "Any card; in play a Thought or a Feeling.", bare=True)
    THOUGHT = w(
        "Thought", "Pensamiento Pensamientos m", "A Thought.", bare=True, synonyms=("creature", "entity")
    )
    FEELING = w(
        "Feeling", "Sentimiento Sentimientos m", "A Feeling.", bare=True, synonyms=("instant", "spell")
    )
    SHIELD = w("shield", "escudo escudos m", "A Thought that is discarded in an attack (DW76).", bare=True)


class Notion(Word):
    """The twelve notions, the only types of cards."""

    RAGE = w("Rage", "de Ira", "Cards of the notion Rage.")
    GRIEF = w("Grief", "de Pena", "Cards of the notion Grief.")
    HOPE = w("Hope", "de Esperanza", "Cards of the notion Hope.")
    FEAR = w("Fear", "de Miedo", "Cards of the notion Fear.")
    PRIDE = w("Pride", "de Orgullo", "Cards of the notion Pride.")
    DEVOTION = w("Devotion", "de Devoción", "Cards of the notion Devotion.")
    CURIOSITY = w("Curiosity", "de Curiosidad", "Cards of the notion Curiosity.")
    DOUBT = w("Doubt", "de Duda", "Cards of the notion Doubt.")
    SERENITY = w("Serenity", "de Serenidad", "Cards of the notion Serenity.")
    NOSTALGIA = w("Nostalgia", "de Nostalgia", "Cards of the notion Nostalgia.")
    LOGIC = w("Logic", "de Lógica", "Cards of the notion Logic.")
    JOY = w("Joy", "de Alegría", "Cards of the notion Joy.")


class Trait(Word):
    """Adjectives before the noun, in this order."""

    ANOTHER = w(
        "other",
        "otro",
        "Neither this card nor one named earlier on its line: “another Thought”, “your other Thoughts”.",
        key="another",
    )
    TAPPED = w("tapped", "girado", "Turned sideways; only Thoughts are (DW19).", synonyms=("exhausted",))


class Zone(Word):
    """The place of cards. `IN_PLAY` is not written."""

    IN_PLAY = w("in play", means="In play. Not written.", written=False)
    HAND = w("hand", "la mano", "A hand.")
    ID = w("Id", "el Ello", "The forgotten and discarded cards.", synonyms=("graveyard", "discard pile"))


class Pile(Word):
    """A face-down pile."""

    MIND = w("mind", "la mente", "The pile to draw from.", synonyms=("deck", "library"))
    EGO = w("Ego", "el Ego", "The pile that loses cards to damage.")


class Place(Word):
    """An end of a pile."""

    TOP = w("on top of", "encima de", "The card becomes the top card.", merged=True)
    BOTTOM = w("on the bottom of", "al fondo de", "The card becomes the bottom card.", merged=True)


class Stat(Word):
    """The number of a Thought that texts can change. Costs are changed by their own instructions."""

    POWER = w(
        "power", "el poder", "The current power; outside play, the printed one.", synonyms=("strength",)
    )


class Duration(Word):
    """A duration. Without one, an effect applies as long as its text does."""

    TURN = w("this turn", "este turno", "Until the turn ends (DW37).", merged=True)
    ATTACK = w("for this attack", "durante este ataque", "Until the attack ends (DW83).")


class Timing(Word):
    """The timing of triggers, which is always "When" (DW63)."""

    WHEN = w(
        "when",
        "cuando",
        "After the effect or step that contains the event.",
        key="When",
    )


class Ban(Word):
    """An action that can be forbidden to cards."""

    ATTACK = w("attack", "no {can} atacar", "They can't be declared as attackers.")
    ATTACK_EGO = w("attack an Ego", "no {can} atacar un Ego", "They can only attack Thoughts.")
    DESTROYED = w("be destroyed", "no se {can} destruir", "They can still be forgotten (DW20).")
    NAMED = w(
        "be named by your opponent",
        "no {can} ser {agreed|nombrado} por tu rival",
        "Your opponent's effects can't name them, but effects on “all” cards apply to them.",
    )


class Restriction(Word):
    """The time at which a card can be played."""

    YOUR_TURN = w("on your turn", "en tu turno", "In your own turn.")
    ANSWER = w("as an answer", "como respuesta", "In answer to an opponent's effect on standby (DW52).")
    DEFENDING = w("while defending", "mientras defiendes", "In the third step of an attack on you (DW57).")


class KeywordName(Word):
    """The keywords; those from quick to stubborn can be gained."""

    QUICK = w("quick", "prisa", "It can attack in the turn in which it entered.", synonyms=("haste", "rush"))
    STEADFAST = w(
        "steadfast",
        "firmeza",
        "Attacking doesn't tap it. It can attack only once per turn.",
        synonyms=("vigilance",),
    )
    GUARDIAN = w(
        "guardian",
        "guardia",
        "When your Ego or another of your Thoughts is attacked, you may tap it: it is attacked instead.",
        synonyms=("taunt", "blocker"),
    )
    CRUSHING = w("crushing", "aplastamiento", "Its successful attack on an Ego deals 2 damage instead of 1.")
    RELENTLESS = w(
        "relentless",
        "ensañamiento",
        "When its attack destroys the attacked Thought, the defending player takes 1 damage (DW83).",
        synonyms=("trample",),
    )
    ELUSIVE = w(
        "elusive", "evasión", "It can't be declared as the target of an attack.", synonyms=("stealth",)
    )
    STUBBORN = w(
        "stubborn",
        "obstinación",
        "Your opponent can't name it. Effects on “all” cards, attacks and damage still apply to it.",
        synonyms=("hexproof",),
    )
    BULWARK = w(
        "bulwark",
        "baluarte",
        "Discarded as a shield, it counts this much more than its power.",
        numbered=True,
    )
    LUCID = w(
        "lucid",
        "lucidez",
        "Revealed by damage, it may enter play instead of your hand, if there is room (DW88).",
    )
    DROWSY = w("drowsy", "sopor", "It enters tapped.")
    FADING = w("fading", "desvanecimiento", "It is forgotten when its controller's turn ends (DW36).")
    RECURRING = w(
        "recurring",
        "recurrencia",
        "When its owner refreshes, they may first return it from their Id to their hand.",
    )


NUMBERED_KEYWORDS = frozenset(name for name in KeywordName if name.record.numbered)
"""The keywords with a number."""


class Keyword(nodes.Keyword, frozen=True):
    """`Quick` or `Bulwark 2`: a keyword with its number, or 0."""

    name: KeywordName
    x: int = 0
