"""Voidream's closed classes of words: states, places, numbers, factions, keywords (rulebook §2–§7)."""

from __future__ import annotations

from cards.language import nodes
from cards.language.records import Word, w
from cards.voidream.kinds import DREAM_KINDS, PLAYED_KINDS, STAYING_KINDS, Kind
from cards.voidream.language.tree.sorts import (
    ENTITIES,
    FACE_UP,
    FIGHTERS,
    WITH_BASTIONS,
    WITH_STABILITY,
    Of,
    Printed,
    State,
)


class ConflictKind(Word):
    """Dawn or dusk (§4)."""

    DAWN = w("dawn", "alba", "Decided by dawn.")
    DUSK = w("dusk", "ocaso", "Decided by dusk.")


class Stat(Word):
    """The three numbers at the bottom of an entity (§2)."""

    DAWN = w("dawn", "el alba", "What counts in a dawn conflict.", facts=Of(FIGHTERS))
    STABILITY = w("stability", "la estabilidad", "How much damage destroys it.", facts=Of(WITH_STABILITY))
    DUSK = w("dusk", "el ocaso", "What counts in a dusk conflict.", facts=Of(FIGHTERS))


class Relation(Word):
    """A relation of two numbers."""

    HIGHER = w(
        "higher than", "mayor que", "The first number is the higher one.", also=("more than",), merged=True
    )
    LOWER = w(
        "lower than", "menor que", "The first number is the lower one.", also=("fewer than",), merged=True
    )
    SAME = w("the same as", "igual a", "Both numbers are the same.", also=("equal to",), merged=True)


class Often(Word):
    """The limit of an ability's uses, or triggers."""

    EACH_ROUND = w(
        "once each round",
        "una vez por ronda",
        "One time at most from the beginning of a round to its end.",
        also=("once every round", "once a round", "once for each round"),
        merged=True,
    )


class Faction(Word):
    """The four factions, and the neutral cards that serve them all."""

    CHIMERIC_COURT = w(
        "Chimeric Court", "de la Corte Quimérica", "Cards of the Chimeric Court.", key="chimeric-court"
    )
    FRACTA = w("Fracta", "de Fracta", "Cards of Fracta.", key="fracta")
    SUBTER_VENELLAM = w(
        "Subter Venellam", "de Subter Venellam", "Cards of Subter Venellam.", key="subter-venellam"
    )
    MAZE = w("Maze", "del Laberinto", "Cards of the Maze.", key="maze")
    NEUTRAL = w("neutral", "neutral", "Cards of no faction.")


class KeywordName(Word):
    """The keyword lines of §6. Dormant, Hierarchy, Prototype, Shadowborne and Worship carry a number.

    Their Spanish names are those of the law, in the catalogue.
    """

    DEEP = w(
        "deep",
        means="Cards of a higher value can't choose, change or damage it.",
        facts=Printed(on=WITH_BASTIONS),
    )
    DORMANT = w(
        "dormant",
        means="Can't be played or unveiled before X arcana lie in your Void.",
        numbered=True,
        facts=Printed(on=PLAYED_KINDS, only=True),
    )
    DREAD = w(
        "dread",
        means="Ready in a dusk conflict, its dusk counts for the opponent.",
        facts=Printed(on=ENTITIES),
    )
    GLARING = w(
        "glaring", means="Unveiling it costs an arcanum more.", facts=Printed(on=DREAM_KINDS, only=True)
    )
    HEROIC = w("heroic", means="Takes damage of a conflict before others do.", facts=Printed(on=ENTITIES))
    HIERARCHY = w(
        "hierarchy",
        means="To play or unveil it, you also exhaust X ready entities of yours.",
        numbered=True,
        facts=Printed(on=PLAYED_KINDS, only=True),
    )
    INDESTRUCTIBLE = w(
        "indestructible",
        means="Can't be destroyed; it can be voided and sacrificed.",
        facts=Printed(on=STAYING_KINDS),
    )
    LOOP = w(
        "loop",
        means="Once played, the thought goes to the bottom of your deck.",
        facts=Printed(on=frozenset({Kind.THOUGHT}), only=True),
    )
    PROTOTYPE = w(
        "prototype",
        means="Goes to the Void as it is played or unveiled, until X copies are in it.",
        numbered=True,
        facts=Printed(on=DREAM_KINDS, only=True),
    )
    SHADOWBORNE = w(
        "shadowborne",
        means="To play or unveil it, you also return X veiled cards of yours to the bottom of your deck.",
        numbered=True,
        facts=Printed(on=PLAYED_KINDS, only=True),
    )
    SIEGE = w(
        "siege",
        means="You may leave out the roll that the attacker makes at the end of a conflict.",
        facts=Printed(on=WITH_BASTIONS),
    )
    SUBTLE = w(
        "subtle", means="Unveiling it costs an arcanum less.", facts=Printed(on=DREAM_KINDS, only=True)
    )
    UNIQUE = w(
        "unique",
        means="A second copy goes under the first, and may go in its place.",
        facts=Printed(on=ENTITIES, only=True),
    )
    VEIL = w(
        "veil",
        means="When you evoke it, you may put it into play face down.",
        facts=Printed(on=DREAM_KINDS, only=True),
    )
    VOIDBOUND = w(
        "voidbound",
        means="Goes to the Void when it would be discarded from play.",
        facts=Printed(on=STAYING_KINDS),
    )
    WORSHIP = w(
        "worship",
        means="Can't be played or unveiled before X offerings lie in your Void.",
        numbered=True,
        facts=Printed(on=PLAYED_KINDS, only=True),
    )


NUMBERED_KEYWORDS = frozenset(name for name in KeywordName if name.record.numbered)
"""The keywords that carry a number."""


class Trait(Word):
    """Adjectives in front of the noun, in this order."""

    ANOTHER = w(
        "other",
        "otro",
        "Not the card that says so, and none that its line has named before: “another entity”, “all other entities”.",
        key="another",
    )
    """Not the card that says so, nor one chosen before on its line ("another entity", "all other entities")."""
    READY = w("ready", "preparado", "Upright.", bare=True, said=("untapped",), facts=State(FACE_UP))
    EXHAUSTED = w(
        "exhausted", "agotado", "Turned sideways.", bare=True, said=("tapped",), facts=State(FACE_UP)
    )
    PARTICIPATING = w(
        "participating",
        "participante; participa",
        "Takes part in the conflict.",
        bare=True,
        facts=State(FIGHTERS),
    )
    ATTACKING = w(
        "attacking", "atacante; ataca", "Takes part on the attacker's side.", bare=True, facts=State(FIGHTERS)
    )
    DEFENDING = w(
        "defending",
        "defensor; defiende",
        "Takes part on the defender's side.",
        bare=True,
        facts=State(FIGHTERS),
    )
    OPPOSING = w("opposing", "contrario", "Takes part on the side of your opponent.", facts=State(FIGHTERS))
    """Participating on the other side than the controller of the text."""
    INSPIRED = w(
        "inspired",
        "inspirado",
        "Has a line that begins with “When inspired”.",
        facts=State(FACE_UP, in_play=False),
    )
    """Has a "When inspired" ability printed on it."""
    DAMAGED = w("damaged", "dañado", "Has damage marked on it.", facts=State(WITH_STABILITY))


class Place(Word):
    """A place in a deck."""

    TOP = w("on top of", "encima de", "The card is then the first of the deck.", merged=True)
    BOTTOM = w("on the bottom of", "al fondo de", "The card is then the last of the deck.", merged=True)


class Duration(Word):
    """The duration of an ongoing instruction."""

    PHASE = w(
        "until the end of the phase",
        means="Not written. On thoughts, arcana and abilities: until the end of the phase. On cards that stay: as "
        "long as they do.",
        key="",
        also=("this phase",),
    )
    """The default for thoughts, arcana and abilities, not written (§7); on cards that stay, as long as they do."""
    ROUND = w(
        "until the end of the round",
        "hasta el final de la ronda",
        "Until the round is over.",
        also=("this round",),
    )
    CONFLICT = w(
        "until the end of the conflict",
        "hasta el final del conflicto",
        "Until the conflict is over.",
        also=("this conflict",),
    )


class Ban(Word):
    """An act that can be forbidden to cards."""

    DESTROYED = w(
        "be destroyed",
        "no se {can} destruir",
        "Neither effects nor damage destroy them.",
        facts=Of(FACE_UP),
    )
    ATTACK = w("attack", "no {can} atacar", "They can't be declared as attackers.", facts=Of(FIGHTERS))
    DEFEND = w("defend", "no {can} defender", "They can't be declared as defenders.", facts=Of(FIGHTERS))
    EXHAUST = w(
        "exhaust",
        "no se {can} agotar",
        "They can't be exhausted.",
        also=("be exhausted",),
        facts=Of(FACE_UP),
    )
    READY = w(
        "ready", "no se {can} preparar", "They can't be readied.", also=("be readied",), facts=Of(FACE_UP)
    )


class Prohibition(Word):
    """An act that can be forbidden to players."""

    PLAY_INVERTED = w(
        "play inverted arcana", "jugar arcanos invertidos", "Arcana can be played upright only."
    )
    PLAY_ARCANA = w("play arcana", "jugar arcanos", "No arcanum can be played.")
    EVOKE = w("evoke", "evocar", "No card is evoked.")
    UNVEIL = w("unveil", "desvelar", "Veiled cards stay veiled.")
    INITIATE = w("initiate conflicts", "iniciar conflictos", "No conflict is initiated.")
    ACTIVATE = w("activate abilities", "activar habilidades", "Lines with (A) can't be used.")
    AVOID_NIGHTMARE = w("avoid Nightmare", "evitar la Pesadilla", "Who is to enter Nightmare must enter it.")


class Keyword(nodes.Keyword, frozen=True):
    """`Deep` or `Dormant 2`: a keyword with its number, 0 where it has none."""

    name: KeywordName
    x: int = 0
