"""Sorts of cards, their zones, and the properties that they can have, as records of words (§2, §6, §7).

A text is refused if it has no effect in any position, so that every card does something.
`cards.voidream.language.reach` turns these facts into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cards.language.nodes import Timing
from cards.language.records import Word, w
from cards.voidream.kinds import STAYING_KINDS, Kind


class Sort(msgspec.Struct, frozen=True, kw_only=True):
    """A sort of cards, as a property of its noun."""

    kinds: frozenset[Kind] = frozenset()
    """The kinds of card that are of this sort in play."""
    attached: bool = False
    """Whether such a card can be attached to another."""
    face_down: bool = False
    """Whether only its value is known."""
    only_in_play: bool = False
    """Whether the noun is only used in play."""
    its_owners: bool = False
    """Whether only its owner can control it (R94)."""


class Noun(Word):
    """A sort of card."""

    CARD = w(
        "card",
        "carta cartas f",
        "Any Dream card; in a hand or among arcana, an arcanum.",
        bare=True,
        facts=Sort(attached=True),
    )
    """Any Dream card; in a hand or an arcana discard pile, an arcanum."""
    ARCANUM = w(
        "arcanum",
        "arcano arcanos m",
        "An arcanum in a hand, a discard pile or the Void.",
        many="arcana",
        bare=True,
    )
    THOUGHT = w("thought", "pensamiento pensamientos m", "A thought in a pile.", synonyms=("spell",))
    MEMORY = w(
        "memory",
        "recuerdo recuerdos m",
        "A memory.",
        bare=True,
        facts=Sort(kinds=frozenset({Kind.MEMORY}), attached=True),
    )
    ENTITY = w(
        "entity",
        "entidad entidades f",
        "An entity.",
        bare=True,
        synonyms=("creature", "minion", "character"),
        facts=Sort(kinds=frozenset({Kind.ENTITY})),
    )
    CONSTRUCT = w(
        "construct",
        "constructo constructos m",
        "An active construct, on top of its deck or deeper. A bastion counts as one, but only damage removes it.",
        bare=True,
        facts=Sort(kinds=frozenset({Kind.CONSTRUCT, Kind.BASTION}), its_owners=True),
    )
    """An active construct; a bastion is one for all purposes, but no effect can destroy it, flip it or move it out of
    its deck (§2)."""
    VEILED_CARD = w(
        "veiled card",
        "carta~velada cartas~veladas f",
        "A card that is face down in play.",
        bare=True,
        facts=Sort(face_down=True, only_in_play=True),
    )
    CHARGE = w(
        "charge",
        "carga cargas f",
        "A card face down under another.",
        facts=Sort(attached=True, face_down=True, only_in_play=True, its_owners=True),
    )
    ATTACHMENT = w(
        "attachment",
        "vínculo vínculos m",
        "A card face up under another.",
        bare=True,
        facts=Sort(attached=True, only_in_play=True),
    )


class Zone(Word):
    """The zone of a card. `IN_PLAY` isn't written."""

    IN_PLAY = w("in play", means="In play. Not written.", written=False)
    HAND = w("hand", "la mano", "Arcana in a hand.")
    DISCARD = w(
        "discard pile",
        "el descarte",
        "The Dream discard pile, or the arcana discard pile for arcana.",
        synonyms=("graveyard", "Id"),
    )
    """The Dream discard pile, or the arcana discard pile for arcana."""
    VOID = w("Void", "el Vacío", "The Void.")


HOSTS = (Noun.CARD, Noun.ENTITY, Noun.MEMORY)
STAYING = (*HOSTS, Noun.CONSTRUCT)
FACE_UP = (*STAYING, Noun.ATTACHMENT)
IN_PLAY = (*FACE_UP, Noun.VEILED_CARD, Noun.CHARGE)
DREAM = (*STAYING, Noun.THOUGHT)
ANY = (*DREAM, Noun.ARCANUM)
OF_HAND = (Noun.CARD, Noun.ARCANUM)
FIGHTERS = (Noun.CARD, Noun.ENTITY)
WITH_STABILITY = (*FIGHTERS, Noun.CONSTRUCT)
UNSEEN = (Noun.VEILED_CARD, Noun.CHARGE, Noun.ATTACHMENT)

WITH_BASTIONS = STAYING_KINDS | {Kind.BASTION}
HOST_KINDS = frozenset({Kind.MEMORY, Kind.ENTITY})
ENTITIES = frozenset({Kind.ENTITY})


class InstructionReach(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that an instruction can affect. Zones in which it changes nothing, or cards are hidden, have none."""

    done: str
    """The state of the cards afterwards, such as "destroyed"."""
    where: Mapping[Zone, tuple[Noun, ...]]
    """The sorts of cards that it can affect, by zone."""
    itself: frozenset[Kind]
    """The kinds of card on which it can affect "this card"."""
    to: str = "what"
    """The field with the cards."""
    decks: bool = False
    """Whether it can affect all cards at the ends of a deck, rather than active constructs only."""


class EffectReach(msgspec.Struct, frozen=True):
    """The sorts of cards to which a property or effect can apply."""

    sorts: tuple[Noun, ...]


class TraitReach(EffectReach, frozen=True):
    """The sorts of cards that can have a trait; with `in_play`, only in play."""

    in_play: bool = True


class EventReach(msgspec.Struct, frozen=True, kw_only=True):
    """The cards to which an event can happen."""

    to: tuple[Noun, ...] | None = None
    """The sorts of cards; None if the event isn't about cards."""
    itself: frozenset[Kind] = STAYING_KINDS
    """The kinds of card on which it can happen to "this card"."""
    too_early: frozenset[Timing] = frozenset()
    """The timings at which the card's own text doesn't apply yet if it happens to the card itself (§2, §7, R73)."""
    damage: bool = False
    known_source: bool = False
    """Whether the card's previous zone is known."""


class KeywordReach(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that can have a keyword."""

    on: frozenset[Kind]
    """The kinds on which it has a meaning (§6)."""
    only: bool = False
    """Whether it affects how a card is played, unveiled or enters play; cards in play can't gain it (R90)."""
