"""Abilities whose order publicly can't matter (§6 Triggered Ability, R30).

This is proved from their texts alone, and from the public texts that could interact. Cards in decks and hands have no
continuous effects, and an immediate answer must not reveal them. Two abilities commute

- if they do the same, wherever they are printed: the same instructions of the same player, which only refer to what
  both have in common; or
- if each does one of two small things without a choice that nothing can observe: it adds a plain number to dawn or
  dusk, or it readies or exhausts its own card or all cards of a sort; but not if one readies and the other exhausts
  the same card.

If all waiting abilities commute pairwise, every order has the same result. A player who could not be sure of that is
asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from cards.language.parts import parts_of
from cards.voidream.language import tree
from cards.voidream.language.tree import Stat, Trait, TriggerType, Zone
from cards.voidream.library import the_set
from engine.voidream.events.trigger_equivalence import references_of
from engine.voidream.events.triggers import ability_of
from engine.voidream.frame_parts import Trigger
from engine.voidream.program import CompiledCard, texts_of
from engine.voidream.queries.characteristics import asks_for_the_face
from engine.voidream.queries.nouns import has_open_text, is_open
from engine.voidream.referee import Referee


def is_any_order_alike(ref: Referee, triggers: Sequence[Trigger]) -> bool:
    """Return whether public knowledge shows that waiting abilities have the same result in every order."""
    if any(trigger.card >= 0 and not is_open(ref, trigger.card) for trigger in triggers):
        return False
    return all(_commute(ref, first, second) for first, second in combinations(triggers, 2))


def _commute(ref: Referee, first: Trigger, second: Trigger) -> bool:
    return _do_the_same(ref, first, second) or _are_independent(ref, first, second)


def _do_the_same(ref: Referee, first: Trigger, second: Trigger) -> bool:
    """Return whether both abilities have the same instructions of the same player, and sources of the same value."""
    if first.seat != second.seat or _value(ref, first) != _value(ref, second):
        return False
    if any(
        references_of(ref.pool.program(trigger.title, trigger.side, trigger.index))
        for trigger in (first, second)
    ):
        return False
    return ability_of(ref, first).effect == ability_of(ref, second).effect


def _value(ref: Referee, trigger: Trigger) -> int:
    """Return the value of an ability's source; a mind has none."""
    return 0 if trigger.side.startswith("mind") else ref.pool[trigger.title].value


def _are_independent(ref: Referee, first: Trigger, second: Trigger) -> bool:
    """Return whether each ability does one small thing that is independent of the other's."""
    first_effect, second_effect = (_small(ability_of(ref, trigger).effect) for trigger in (first, second))
    if first_effect is None or second_effect is None:
        return False
    if isinstance(first_effect, tree.Modify) and isinstance(second_effect, tree.Modify):
        return first_effect.duration is second_effect.duration and not _are_stats_counted(ref)
    if not _is_turning_irrelevant(ref):
        return False
    if isinstance(first_effect, tree.Modify) or isinstance(second_effect, tree.Modify):
        return not _are_stats_counted(ref)
    if type(first_effect) is type(second_effect):
        return True
    return first.card != second.card and all(
        trigger.what == tree.This() for trigger in (first_effect, second_effect)
    )


def _small(effect: tree.Effect) -> tree.Modify | tree.Ready | tree.Exhaust | None:
    """Return the one small thing that an effect does; None if it does more or something else."""
    if len(effect) != 1 or len(effect[0]) != 1:
        return None
    match effect[0][0]:
        case tree.Modify(tree.Number(n), Stat.DAWN | Stat.DUSK, None | tree.This(), each=None) as adds if (
            n > 0
        ):
            return adds
        case (tree.Ready() | tree.Exhaust()) as turns if turns.who is tree.Player.YOU and _is_fixed(
            turns.what
        ):
            return turns
        case _:
            return None


def _is_fixed(selection: tree.Selection) -> bool:
    """Return whether a selection means the same cards whichever are ready: its own card, or all of a printed sort in play."""
    if isinstance(selection, tree.All):
        described = selection.filter
        asks = described.traits, described.attached_to, described.value, described.stat
        return described.zone is Zone.IN_PLAY and not any(asks)
    return selection == tree.This()


def _are_stats_counted(ref: Referee) -> bool:
    """Return whether any known text counts dawn or dusk, so that effects may depend on it."""
    return has_open_text(ref, _counts_stats)


@lru_cache(maxsize=1024)
def _counts_stats(compiled: CompiledCard) -> bool:
    return any(
        isinstance(part, tree.StatOf | tree.Filter) and part.stat in (Stat.DAWN, Stat.DUSK)
        for part in parts_of(texts_of(compiled.card))
    )


def _is_turning_irrelevant(ref: Referee) -> bool:
    """Return whether no text can wait for readied or exhausted cards, and no effect in force depends on them.

    A hand could contain any arcanum of the current set.
    """
    return not _could_wait_in_hand() and not has_open_text(ref, _depends_on_turning)


@lru_cache(maxsize=1)
def _could_wait_in_hand() -> bool:
    return any(
        isinstance(part, tree.Triggered) and part.zone is Zone.HAND and _text_depends_on_turning(part)
        for card in the_set()
        for part in parts_of(texts_of(card))
    )


@lru_cache(maxsize=1024)
def _depends_on_turning(compiled: CompiledCard) -> bool:
    return _text_depends_on_turning(texts_of(compiled.card))


def _text_depends_on_turning(text: object) -> bool:
    """Return whether a text waits for readied or exhausted cards, or has a continuous effect that depends on them."""
    for part in parts_of(text):
        if isinstance(part, tree.TriggerEvent) and part.trigger_type in (
            TriggerType.READIED,
            TriggerType.EXHAUSTED,
        ):
            return True
        if isinstance(part, tree.Static | tree.Modify | tree.Gain | tree.CannotBe | tree.Cannot):
            inner = list(parts_of(part))
            if any(trait in (Trait.READY, Trait.EXHAUSTED) for trait in inner if isinstance(trait, Trait)):
                return True
            if isinstance(part, tree.CannotBe) and part.ban in (tree.Ban.READY, tree.Ban.EXHAUST):
                return True
    return False


def idle_where(ref: Referee) -> Mapping[str, frozenset[str]]:
    """Return the fields of charges that can't matter: which face-down card is which charge (§6 Charge).

    Charges only count, unless a public text chooses some or depends on their values or faces. They return to the
    bottom of the deck in random order.
    """
    if has_open_text(ref, _distinguishes_charges):
        return {}
    return {"is_charge": frozenset({"value", "face"})}


@lru_cache(maxsize=1024)
def _distinguishes_charges(compiled: CompiledCard) -> bool:
    for part in parts_of(texts_of(compiled.card)):
        match part:
            case tree.Chosen(described) | tree.All(described) if described.noun in _CHARGES:
                return True
            case tree.Filter() if part.noun in _CHARGES and (part.value or asks_for_the_face(part)):
                return True
            case _:
                pass
    return False


_CHARGES = (tree.Noun.CHARGE, tree.Noun.ATTACHMENT)
