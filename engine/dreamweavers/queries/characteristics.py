"""A card's current characteristics and cost, with all effects in force.

Powers and keywords themselves are computed with the descriptions that depend on them (`filters`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from cards.dreamweavers.language.conditions import Condition
from cards.dreamweavers.language.continuous_effects import (
    CannotBe,
    ControlsFourth,
    Costs,
    CountsMore,
    EntersTapped,
    NextCosts,
    Ongoing,
)
from cards.dreamweavers.language.selections import All, Chosen, Filter, Selection
from cards.dreamweavers.language.words import Ban, KeywordName, Noun
from cards.language.nodes import This
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.frames import INTENT, CardId
from engine.dreamweavers.position import FEELINGS, IN_PLAY, THOUGHTS, LastingEffect
from engine.dreamweavers.program import CompiledText
from engine.dreamweavers.queries.filters import begun, changes, has, holds, is_laid_on, matches, reaches
from engine.dreamweavers.queries.owners import players
from engine.dreamweavers.referee import Referee

THREE = 3
"""The number of Thoughts and of Feelings that a player can control, unless a text changes it (DW41)."""

O = TypeVar("O", bound=Ongoing)  # noqa: E741


def _active_texts(ref: Referee, kind: type[O]) -> Iterator[tuple[EffectContext, O]]:
    """Yield the lasting texts of one kind whose conditions are true."""
    for text in ref.in_force(kind):
        if text.condition is None or holds(ref, text.condition, text.context):
            assert isinstance(text.op, kind)
            yield text.context, text.op


def _of_player(effect: LastingEffect) -> EffectContext:
    """Return the point of view of an effect that has begun."""
    return EffectContext(effect.seat, INTENT, 0, effect.title)


# ----------------------------------------------------------------------------------------------------------------- power


def power_changes(ref: Referee, card: CardId) -> list[tuple[str, int]]:
    """Return the changes of a Thought's printed power, with the titles of cards or the names of notions."""
    if ref.cards[card].zone != THOUGHTS:
        return []
    return [(title, changed) for title, changed in changes(ref, card) if changed]


# ----------------------------------------------------------------------------------------------------------------- costs


def cost(ref: Referee, seat: int, card: CardId) -> int:
    """Return the cost of a card for a player: increases first, then reductions, never below 0 (DW27)."""
    cached = ref.costs.get(card)
    if cached is not None:
        return cached
    printed = ref.printed(card)
    number = printed.card.cost
    if ref.position.lasting or ref.in_force(Costs) or _own_costs(printed.text):
        changed = list(_cost_changes(ref, seat, card))
        number += sum(change for change in changed if change > 0)
        number = max(0, number + sum(less for less in changed if less < 0))
    ref.costs[card] = number
    return number


def _cost_changes(ref: Referee, seat: int, card: CardId) -> Iterator[int]:
    for context, op in _active_texts(ref, Costs):
        if _is_about(ref, op.what, card, context):
            yield -op.by if op.less else op.by
    own = _own_costs(ref.printed(card).text)
    if own:
        context = EffectContext(seat, card, ref.cards[card].tag, ref.title(card))
        for op, condition in own:
            if condition is None or holds(ref, condition, context):
                yield -op.by if op.less else op.by
    if ref.position.lasting:
        for effect, op in begun(ref, Costs):
            if _is_about(ref, op.what, card, _of_player(effect)):
                yield -op.by if op.less else op.by
        yield from (-op.by for _, op in _next_costs(ref, seat, card))


@lru_cache(maxsize=4096)
def _own_costs(text: CompiledText) -> tuple[tuple[Costs, Condition | None], ...]:
    """Return a card's texts about its own cost, which apply before it is played."""
    return tuple(
        (op, static.condition)
        for _, static in text.statics
        for op in static.ongoing
        if isinstance(op, Costs) and isinstance(op.what, This)
    )


def _is_about(ref: Referee, selection: Selection, card: CardId, context: EffectContext) -> bool:
    """Return whether a selection of cards that aren't in play yet includes this card."""
    return isinstance(selection, All | Chosen) and matches(
        ref, card, selection.filter, context, anywhere=True
    )


def _next_costs(ref: Referee, seat: int, card: CardId) -> Iterator[tuple[LastingEffect, NextCosts]]:
    for effect, op in begun(ref, NextCosts):
        if matches(ref, card, op.what, _of_player(effect), anywhere=True) and (
            op.what.who is not None or effect.seat == seat
        ):
            yield effect, op


def spend_next_cost(ref: Referee, seat: int, card: CardId) -> None:
    """Use up the reductions for the next card of this kind, because a player plays it."""
    effects = [effect for effect, _ in _next_costs(ref, seat, card)]
    if effects:
        ref.position.lasting = [effect for effect in ref.position.lasting if effect not in effects]
        ref.changed()


# --------------------------------------------------------------------------------------------- sections, shields, entering


def most(ref: Referee, seat: int, section: str) -> int:
    """Return the maximum number of cards in a player's section, `THOUGHTS` or `FEELINGS`: three, or four (DW41)."""
    for context, op in _active_texts(ref, ControlsFourth):
        if _is_of_section(op.what, section) and seat in players(ref, op.who, context):
            return THREE + 1
    for effect, op in begun(ref, ControlsFourth):
        if _is_of_section(op.what, section) and seat in players(ref, op.who, _of_player(effect)):
            return THREE + 1
    return THREE


def _is_of_section(filter: Filter, section: str) -> bool:
    return filter.noun is Noun.CARD or (filter.noun is Noun.FEELING) is (section == FEELINGS)


def shield_of(ref: Referee, card: CardId) -> int:
    """Return a Thought's value as a shield: its printed power plus its bulwark (DW76)."""
    printed = ref.printed(card)
    return printed.card.power + printed.text.keywords.get(KeywordName.BULWARK, 0)


def shields_bonus(ref: Referee, seat: int) -> int:
    """Return the bonus of a player's shields, which applies once if at least one is discarded."""
    bonus = sum(
        op.by for context, op in _active_texts(ref, CountsMore) if _are_theirs(ref, op.what, seat, context)
    )
    return bonus + sum(
        op.by for effect, op in begun(ref, CountsMore) if _are_theirs(ref, op.what, seat, _of_player(effect))
    )


def _are_theirs(ref: Referee, selection: Selection, seat: int, context: EffectContext) -> bool:
    if not isinstance(selection, All | Chosen):
        return False
    owner = selection.filter.whose or selection.filter.who
    return owner is None or seat in players(ref, owner, context)


def enters_tapped(ref: Referee, card: CardId, *, is_played: bool) -> bool:
    """Return whether a Thought enters tapped, because it is drowsy or because of a text."""
    if KeywordName.DROWSY in ref.printed(card).text.keywords:
        return True
    text = [(context, op) for context, op in _active_texts(ref, EntersTapped)]
    text += [(_of_player(effect), op) for effect, op in begun(ref, EntersTapped)]
    return any(
        _is_about(ref, op.what, card, context) and (is_played or not _is_about_playing(op.what))
        for context, op in text
    )


def _is_about_playing(selection: Selection) -> bool:
    return isinstance(selection, All | Chosen) and selection.filter.who is not None


# --------------------------------------------------------------------------------------------------- prohibitions


def is_forbidden(ref: Referee, card: CardId, ban: Ban, by: int | None = None) -> bool:
    """Return whether something is forbidden to a card in play.

    `by` is the seat that would name it, for `Ban.NAMED`.
    """
    for text in ref.in_force(CannotBe):
        context, op = text.context, text.op
        assert isinstance(op, CannotBe)
        if (
            op.ban is ban
            and _applies_to(ban, context.seat, by)
            and reaches(ref, op.what, card, context)
            and (text.condition is None or holds(ref, text.condition, context))
        ):
            return True
    return bool(ref.position.lasting) and any(
        op.ban is ban and _applies_to(ban, effect.seat, by) and is_laid_on(ref, effect, card)
        for effect, op in begun(ref, CannotBe)
    )


def _applies_to(ban: Ban, seat: int, by: int | None) -> bool:
    """Return whether a ban in a player's text applies to the seat `by`: "by your opponent"."""
    return ban is not Ban.NAMED or by is None or by != seat


def can_be_named(ref: Referee, card: CardId, by: int) -> bool:
    """Return whether a player can name a card. Stubborn cards and prohibitions exclude the opponent."""
    state = ref.cards[card]
    if state.zone not in IN_PLAY:
        return True
    if state.owner != by and has(ref, card, KeywordName.STUBBORN):
        return False
    return not is_forbidden(ref, card, Ban.NAMED, by)
