"""Kinds of cards, their zones, and their possible properties according to the records of words (§2, §6, §7).

A text is refused if it has no effect in any position, so that no card silently does nothing.
`cards.voidream.language.reach` turns these facts into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cards.language.nodes import Timing
from cards.language.records import Word, w
from cards.voidream.kinds import STAYING_KINDS, Kind


class Sort(msgspec.Struct, frozen=True, kw_only=True):
    """A special property of cards of a sort."""

    kinds: frozenset[Kind] = frozenset()
    """The kinds of card that lie in play as this."""
    attached: bool = False
    """Whether such a card can be attached to another one."""
    face_down: bool = False
    """Whether nothing but its value can be asked for."""
    only_in_play: bool = False
    """Whether it is called so nowhere else."""
    its_owners: bool = False
    """Whether nobody but its owner can control it (R94)."""


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
        "An arcanum, in a hand, a discard pile or the Void.",
        many="arcana",
        bare=True,
    )
    THOUGHT = w("thought", "pensamiento pensamientos m", "A thought, in a pile.", said=("spell",))
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
        said=("creature", "minion", "character"),
        facts=Sort(kinds=frozenset({Kind.ENTITY})),
    )
    CONSTRUCT = w(
        "construct",
        "constructo constructos m",
        "An active construct, on top of its deck or deeper; a bastion is one, but only damage takes it away.",
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
        "A card face down under another one.",
        facts=Sort(attached=True, face_down=True, only_in_play=True, its_owners=True),
    )
    ATTACHMENT = w(
        "attachment",
        "vínculo vínculos m",
        "A card face up under another one.",
        bare=True,
        facts=Sort(attached=True, only_in_play=True),
    )


class Zone(Word):
    """The place of cards. `IN_PLAY` is not written."""

    IN_PLAY = w("in play", means="In play; it is not written.", written=False)
    HAND = w("hand", "la mano", "Arcana in a hand.")
    DISCARD = w(
        "discard pile",
        "el descarte",
        "A discard pile; for arcana, the one of arcana.",
        said=("graveyard", "Id"),
    )
    """The Dream discard pile or, for arcana, the arcana discard pile."""
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
    """The cards that an instruction can affect. There are none in zones where they already are, or are not seen."""

    done: str
    """The state of the cards afterwards: "destroyed"."""
    where: Mapping[Zone, tuple[Noun, ...]]
    """By where cards lie: the sorts that it can be done to."""
    itself: frozenset[Kind]
    """The kinds of card on which it can be done to "this card"."""
    to: str = "what"
    """The field that holds the cards."""
    decks: bool = False
    """Whether it can be done to all cards at the ends of a deck, not to active constructs alone."""


class Of(msgspec.Struct, frozen=True):
    """Of which sorts something can be so, or in force."""

    sorts: tuple[Noun, ...]


class State(Of, frozen=True):
    """Of which sorts a trait can be so; `in_play`: and that nowhere else."""

    in_play: bool = True


class Happens(msgspec.Struct, frozen=True, kw_only=True):
    """To what something can happen."""

    to: tuple[Noun, ...] | None = None
    """The sorts of card; None if it is not said of any."""
    itself: frozenset[Kind] = STAYING_KINDS
    """The kinds of card on which it can happen to "this card"."""
    unheard: frozenset[Timing] = frozenset()
    """The timings at which the text of a card is not yet in force if it happens to the card itself (§2, §7, R73)."""
    damage: bool = False
    whence: bool = False
    """Whether it is known where the card lay."""


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """The cards on which a keyword can be."""

    on: frozenset[Kind]
    """The kinds on which it means something (§6)."""
    only: bool = False
    """Whether it tells how a card is played, unveiled or enters play: what is in play can't gain it (R90)."""
