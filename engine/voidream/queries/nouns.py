"""Public names of cards, and their sorts: face up or down, entity, charge, exhausted, attacking … (§2, §6, §7, R40)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from cards.voidream.language.tree import Filter, Noun, Trait, TriggerType, Zone
from cards.voidream.library import the_set
from cards.voidream.model import Kind
from engine.kernel.cards.state import WATCHERS
from engine.voidream.facts.terms import PublicName
from engine.voidream.position import ATTACHED, ATTACKING, DECK, DEFENDING, HAND, PLAY
from engine.voidream.program import CompiledCard
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def is_face_down(ref: Referee, card: int) -> bool:
    """Return whether a card is face down on the table: veiled, or a charge."""
    state = ref.cards[card]
    return state.veiled or (state.zone == ATTACHED and not state.face_up)


def is_open(ref: Referee, card: int) -> bool:
    """Return whether a card's face is public."""
    state = ref.cards[card]
    if state.zone == DECK:
        return state.face_up
    return state.zone != HAND and not is_face_down(ref, card)


def has_open_text(ref: Referee, condition: Callable[[CompiledCard], bool]) -> bool:
    """Return whether any card with a public text meets a condition, which depends on printed texts alone.

    Public texts are those of public cards, cards known in their places, minds, and current effects. No other text is in
    force, and none triggers except those that wait in a hand (R96).
    """
    # It is asked several times a turn, and few cards meet a condition.
    for card in ref.brought.those(condition):
        if _is_text_open(ref, card):
            return True
    cards = ref.pool.cards
    return any([condition(cards[title]) for title in _titles_in_force(ref)])


def _is_text_open(ref: Referee, card: int) -> bool:
    return bool(ref.cards[card].known & WATCHERS) or is_open(ref, card)


def _titles_in_force(ref: Referee) -> list[str]:
    """Return the titles of the minds, and of the current effects, whose cards may be anywhere."""
    minds = [state.mind_title for state in ref.seats]
    return [*minds, *[effect.title for effect in ref.position.ongoing]]


def can_be_named(ref: Referee, seat: int, title: str) -> bool:
    """Return whether a player knows a card with this title: from the current set, their own deck, or public cards.

    Whether the match contains it would reveal others' decks.
    """
    if title in the_set().cards or title in _titles_in_force(ref):
        return True
    copies = [card for card, state in enumerate(ref.cards) if state.title == title]
    return any(ref.cards[card].owner == seat or _is_text_open(ref, card) for card in copies)


def cards_in_zone(ref: Referee, seat: int, described: Filter) -> list[int]:
    """Return the cards of a seat in the zone of a filter, which may match them."""
    state = ref.seats[seat]
    noun = described.noun
    match described.zone:
        case Zone.HAND:
            return ref.hand(seat)
        case Zone.DISCARD:
            return state.arcana_discard if noun is Noun.ARCANUM else state.discard
        case Zone.VOID:
            return state.void
        case Zone.IN_PLAY:
            if described.or_noun is not None:
                noun = Noun.CARD
            if noun is Noun.ENTITY or noun is Noun.VEILED_CARD:
                return state.play
            if noun is Noun.CONSTRUCT:
                return ref.active_constructs(seat)
            attached = [attachment for card in state.play for attachment in ref.cards[card].attached]
            if noun is Noun.CHARGE or noun is Noun.ATTACHMENT:
                return attached
            if noun is Noun.CARD:
                return [*state.play, *attached, *ref.active_constructs(seat)]
            return [*state.play, *attached]


def is_a(ref: Referee, card: int, described: Filter) -> bool:
    """Return whether a card fits the noun of a filter, or the alternative noun, in the filter's zone."""
    if described.or_noun is not None:
        alternative = replace(described, noun=described.or_noun, or_noun=None)
        return is_a(ref, card, alternative) or is_a(ref, card, replace(described, or_noun=None))
    printed, state, noun = ref.printed[card], ref.cards[card], described.noun
    if described.zone is not Zone.IN_PLAY:
        if noun is Noun.CARD:
            return True
        if noun is Noun.CONSTRUCT:
            return printed.is_construct
        return printed.kind.value == noun.value
    if noun is Noun.VEILED_CARD:
        return state.veiled
    if state.veiled:
        return False
    match noun:
        case Noun.ENTITY:
            return printed.kind is Kind.ENTITY and state.zone != ATTACHED
        case Noun.MEMORY:
            return printed.kind is Kind.MEMORY and (state.zone != ATTACHED or state.face_up)
        case Noun.CONSTRUCT:
            return printed.is_construct
        case Noun.CHARGE:
            return state.zone == ATTACHED and not state.face_up
        case Noun.ATTACHMENT:
            return state.zone == ATTACHED
        case Noun.CARD:
            return state.zone != ATTACHED or (state.face_up and printed.kind is Kind.MEMORY)
        case _:  # Attached cards aren't any of these: face down they have no type, face up they are only attachments.
            return printed.kind.value == noun.value and state.zone != ATTACHED


def is_copy_as(ref: Referee, card: int, described: Filter) -> bool:
    """Return whether a card is an entity attached to a copy of itself, which a filter for entities may mean (R40)."""
    state = ref.cards[card]
    if ref.printed[card].kind is not Kind.ENTITY or state.zone != ATTACHED or not state.face_up:
        return False
    return described.noun in (Noun.ENTITY, Noun.CARD) or described.or_noun is Noun.ENTITY


def has_trait(ref: Referee, context: EffectContext, card: int, trait: Trait) -> bool:
    """Return whether a card has a trait, such as ready or attacking; "another" excludes the card with the text."""
    state = ref.known(card)
    match trait:
        case Trait.ANOTHER:
            return card != context.card
        case Trait.READY:
            return not state.exhausted
        case Trait.EXHAUSTED:
            return state.exhausted
        case Trait.PARTICIPATING:
            return bool(state.role)
        case Trait.ATTACKING:
            return state.role == ATTACKING
        case Trait.DEFENDING:
            return state.role == DEFENDING
        case Trait.OPPOSING:
            return bool(state.role) and state.controller != context.seat
        case Trait.INSPIRED:
            return is_inspirable(ref, card)
        case Trait.DAMAGED:
            return state.damage > 0


def is_inspirable(ref: Referee, card: int) -> bool:
    """Return whether a card has a printed "When inspired" ability (§6 Inspire)."""
    return any(
        ability.event.trigger_type is TriggerType.INSPIRED
        for ability in ref.printed[card].front.triggered.values()
    )


def lacks_its_host(ref: Referee, card: int) -> bool:
    """Return whether a memory that should be attached is in play alone (R62): its only plain line is "Attach …"."""
    printed = ref.printed[card]
    return ref.cards[card].zone == PLAY and printed.kind is Kind.MEMORY and bool(printed.front.lines)


def name_of(ref: Referee, card: int) -> PublicName:
    """Return the public name of a card on the table or in a public pile."""
    state = ref.cards[card]
    if is_face_down(ref, card):
        return PublicName(state.tag, state.controller, None, ref.printed[card].value)
    return PublicName(state.tag, state.controller, state.title)


def names_of(ref: Referee, cards: list[int]) -> list[PublicName]:
    """Return the names of several cards."""
    return [name_of(ref, card) for card in cards]
