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
    EffectReach,
    KeywordReach,
    TraitReach,
)


class ConflictKind(Word):
    """Dawn or dusk (§4)."""

    DAWN = w("dawn", "alba", "Decided by dawn.")
    DUSK = w("dusk", "ocaso", "Decided by dusk.")


class Stat(Word):
    """The three numbers on an entity (§2)."""

    DAWN = w("dawn", "el alba", "Counts in dawn conflicts.", facts=EffectReach(FIGHTERS))
    STABILITY = w(
        "stability", "la estabilidad", "The damage that destroys it.", facts=EffectReach(WITH_STABILITY)
    )
    DUSK = w("dusk", "el ocaso", "Counts in dusk conflicts.", facts=EffectReach(FIGHTERS))


class Relation(Word):
    """A comparison of two numbers."""

    HIGHER = w("higher than", "mayor que", "The first number is higher.", also=("more than",), merged=True)
    LOWER = w("lower than", "menor que", "The first number is lower.", also=("fewer than",), merged=True)
    SAME = w("the same as", "igual a", "The numbers are equal.", also=("equal to",), merged=True)


class Often(Word):
    """The maximum number of uses of an ability, or of its triggers."""

    EACH_ROUND = w(
        "once each round",
        "una vez por ronda",
        "At most once per round.",
        also=("once every round", "once a round", "once for each round"),
        merged=True,
    )


class Faction(Word):
    """The four factions, and the neutral cards, which any deck can have."""

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
    """The keywords of §6. Dormant, Hierarchy, Prototype, Shadowborne and Worship have a number.

    Their Spanish names are those of the rules, in the catalogue.
    """

    DEEP = w(
        "deep",
        means="Cards of a higher value can't choose, change or damage it.",
        facts=KeywordReach(on=WITH_BASTIONS),
    )
    DORMANT = w(
        "dormant",
        means="Can't be played or unveiled unless X arcana are in your Void.",
        numbered=True,
        facts=KeywordReach(on=PLAYED_KINDS, only=True),
    )
    DREAD = w(
        "dread",
        means="While it is ready in a dusk conflict, its dusk counts for your opponent.",
        facts=KeywordReach(on=ENTITIES),
    )
    GLARING = w(
        "glaring", means="Unveiling it costs one more arcanum.", facts=KeywordReach(on=DREAM_KINDS, only=True)
    )
    HEROIC = w(
        "heroic", means="Takes conflict damage before other entities.", facts=KeywordReach(on=ENTITIES)
    )
    HIERARCHY = w(
        "hierarchy",
        means="To play or unveil it, you also exhaust X ready entities of yours.",
        numbered=True,
        facts=KeywordReach(on=PLAYED_KINDS, only=True),
    )
    INDESTRUCTIBLE = w(
        "indestructible",
        means="Can't be destroyed, but can be voided or sacrificed.",
        facts=KeywordReach(on=STAYING_KINDS),
    )
    LOOP = w(
        "loop",
        means="After it is played, the thought goes to the bottom of your deck.",
        facts=KeywordReach(on=frozenset({Kind.THOUGHT}), only=True),
    )
    PROTOTYPE = w(
        "prototype",
        means="Goes to the Void when played or unveiled, until X copies are there.",
        numbered=True,
        facts=KeywordReach(on=DREAM_KINDS, only=True),
    )
    SHADOWBORNE = w(
        "shadowborne",
        means="To play or unveil it, you also return X veiled cards of yours to the bottom of your deck.",
        numbered=True,
        facts=KeywordReach(on=PLAYED_KINDS, only=True),
    )
    SIEGE = w(
        "siege",
        means="You may skip the attacker's roll at the end of a conflict.",
        facts=KeywordReach(on=WITH_BASTIONS),
    )
    SUBTLE = w(
        "subtle", means="Unveiling it costs one arcanum less.", facts=KeywordReach(on=DREAM_KINDS, only=True)
    )
    UNIQUE = w(
        "unique",
        means="A second copy enters play attached to the first, and may be discarded in its place.",
        facts=KeywordReach(on=ENTITIES, only=True),
    )
    VEIL = w(
        "veil",
        means="When you evoke it, you may put it into play face down.",
        facts=KeywordReach(on=DREAM_KINDS, only=True),
    )
    VOIDBOUND = w(
        "voidbound",
        means="Goes to the Void when it would be discarded from play.",
        facts=KeywordReach(on=STAYING_KINDS),
    )
    WORSHIP = w(
        "worship",
        means="Can't be played or unveiled unless X offerings are in your Void.",
        numbered=True,
        facts=KeywordReach(on=PLAYED_KINDS, only=True),
    )


NUMBERED_KEYWORDS = frozenset(name for name in KeywordName if name.record.numbered)
"""The keywords with a number."""


class Trait(Word):
    """Adjectives before the noun, in this order."""

    ANOTHER = w(
        "other",
        "otro",
        "Neither this card nor one chosen earlier on its line: “another entity”, “all other entities”.",
        key="another",
    )
    """Neither this card nor one chosen earlier on the line ("another entity", "all other entities")."""
    READY = w("ready", "preparado", "Upright.", bare=True, synonyms=("untapped",), facts=TraitReach(FACE_UP))
    EXHAUSTED = w(
        "exhausted", "agotado", "Turned sideways.", bare=True, synonyms=("tapped",), facts=TraitReach(FACE_UP)
    )
    PARTICIPATING = w(
        "participating",
        "participante; participa",
        "Takes part in the conflict.",
        bare=True,
        facts=TraitReach(FIGHTERS),
    )
    ATTACKING = w(
        "attacking",
        "atacante; ataca",
        "Takes part on the attacker's side.",
        bare=True,
        facts=TraitReach(FIGHTERS),
    )
    DEFENDING = w(
        "defending",
        "defensor; defiende",
        "Takes part on the defender's side.",
        bare=True,
        facts=TraitReach(FIGHTERS),
    )
    OPPOSING = w(
        "opposing", "contrario", "Takes part on the side of your opponent.", facts=TraitReach(FIGHTERS)
    )
    """Participating on the opposite side to the text's controller."""
    INSPIRED = w(
        "inspired",
        "inspirado",
        "Has a line that begins with “When inspired”.",
        facts=TraitReach(FACE_UP, in_play=False),
    )
    """Has a "When inspired" ability printed on it."""
    DAMAGED = w("damaged", "dañado", "Has damage marked on it.", facts=TraitReach(WITH_STABILITY))


class Place(Word):
    """An end of a deck."""

    TOP = w("on top of", "encima de", "The card becomes the top card of the deck.", merged=True)
    BOTTOM = w(
        "on the bottom of", "al fondo de", "The card becomes the bottom card of the deck.", merged=True
    )


class Duration(Word):
    """The duration of an ongoing instruction."""

    PHASE = w(
        "until the end of the phase",
        means="Not written. Thoughts, arcana and abilities: until the end of the phase. Other cards: as "
        "long as they stay.",
        key="",
        also=("this phase",),
    )
    """The default, not written (§7): the phase for thoughts, arcana and abilities; as long as they stay for other cards."""
    ROUND = w(
        "until the end of the round",
        "hasta el final de la ronda",
        "Until the round ends.",
        also=("this round",),
    )
    CONFLICT = w(
        "until the end of the conflict",
        "hasta el final del conflicto",
        "Until the conflict ends.",
        also=("this conflict",),
    )


class Ban(Word):
    """An action that can be forbidden to cards."""

    DESTROYED = w(
        "be destroyed",
        "no se {can} destruir",
        "Neither effects nor damage destroy them.",
        facts=EffectReach(FACE_UP),
    )
    ATTACK = w(
        "attack", "no {can} atacar", "They can't be declared as attackers.", facts=EffectReach(FIGHTERS)
    )
    DEFEND = w(
        "defend", "no {can} defender", "They can't be declared as defenders.", facts=EffectReach(FIGHTERS)
    )
    EXHAUST = w(
        "exhaust",
        "no se {can} agotar",
        "They can't be exhausted.",
        also=("be exhausted",),
        facts=EffectReach(FACE_UP),
    )
    READY = w(
        "ready",
        "no se {can} preparar",
        "They can't be readied.",
        also=("be readied",),
        facts=EffectReach(FACE_UP),
    )


class Prohibition(Word):
    """An action that can be forbidden to players."""

    PLAY_INVERTED = w(
        "play inverted arcana", "jugar arcanos invertidos", "Arcana can only be played upright."
    )
    PLAY_ARCANA = w("play arcana", "jugar arcanos", "No arcanum can be played.")
    EVOKE = w("evoke", "evocar", "No card can be evoked.")
    UNVEIL = w("unveil", "desvelar", "Veiled cards can't be unveiled.")
    INITIATE = w("initiate conflicts", "iniciar conflictos", "No conflict can be initiated.")
    ACTIVATE = w("activate abilities", "activar habilidades", "Lines with (A) can't be used.")
    AVOID_NIGHTMARE = w("avoid Nightmare", "evitar la Pesadilla", "Entering Nightmare can't be avoided.")


class Keyword(nodes.Keyword, frozen=True):
    """`Deep` or `Dormant 2`: a keyword with its number, or 0."""

    name: KeywordName
    x: int = 0
