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

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from cards.language.parts import parts_of
from cards.voidream.language import tree
from cards.voidream.language.tree import Stat, Trait, TriggerType, Zone
from cards.voidream.library import the_set
from engine.voidream.events.trigger_equivalence import spoken_of
from engine.voidream.events.triggers import ability_of
from engine.voidream.frame_parts import Trigger
from engine.voidream.program import CompiledCard, texts_of
from engine.voidream.queries.nouns import is_open, open_texts
from engine.voidream.referee import Referee


def is_any_order_alike(ref: Referee, waiting: Sequence[Trigger]) -> bool:
    """Return whether public knowledge shows that waiting abilities have the same result in every order."""
    if any(trigger.card >= 0 and not is_open(ref, trigger.card) for trigger in waiting):
        return False
    return all(_may_change_places(ref, one, other) for one, other in combinations(waiting, 2))


def _may_change_places(ref: Referee, one: Trigger, other: Trigger) -> bool:
    return _do_the_same(ref, one, other) or _are_apart(ref, one, other)


def _do_the_same(ref: Referee, one: Trigger, other: Trigger) -> bool:
    """Return whether both abilities are the same instructions of the same player, from cards of the same
    value.
    """
    if one.seat != other.seat or _value(ref, one) != _value(ref, other):
        return False
    if any(spoken_of(ref.pool.program(each.title, each.side, each.index)) for each in (one, other)):
        return False
    return ability_of(ref, one).effect == ability_of(ref, other).effect


def _value(ref: Referee, trigger: Trigger) -> int:
    """Return the value with which an ability speaks: a mind's has none."""
    return 0 if trigger.side.startswith("mind") else ref.pool[trigger.title].value


def _are_apart(ref: Referee, one: Trigger, other: Trigger) -> bool:
    """Return whether each does one small thing, which the other one's has nothing to do with."""
    first, second = (_small(ability_of(ref, each).effect) for each in (one, other))
    if first is None or second is None:
        return False
    if isinstance(first, tree.Modify) and isinstance(second, tree.Modify):
        return first.duration is second.duration and not _are_stats_counted(ref)
    if not _is_turning_unheard(ref):
        return False
    if isinstance(first, tree.Modify) or isinstance(second, tree.Modify):
        return not _are_stats_counted(ref)
    if type(first) is type(second):
        return True
    return one.card != other.card and all(each.what == tree.This() for each in (first, second))


def _small(effect: tree.Effect) -> tree.Modify | tree.Ready | tree.Exhaust | None:
    """Return the one small thing that an effect does, None if it does more or something else."""
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


def _is_fixed(what: tree.Selection) -> bool:
    """Return whether the same cards are meant whichever are ready: the ability's own, or all in play of a
    printed sort.
    """
    if isinstance(what, tree.All):
        wanted = what.filter
        asks = wanted.traits, wanted.attached_to, wanted.value, wanted.stat
        return wanted.zone is Zone.IN_PLAY and not any(asks)
    return what == tree.This()


def _are_stats_counted(ref: Referee) -> bool:
    """Return whether any known text counts a dawn or a dusk, so that effects may depend on it."""
    return any(map(_counts_stats, open_texts(ref)))


@lru_cache(maxsize=1024)
def _counts_stats(printed: CompiledCard) -> bool:
    return any(
        isinstance(part, tree.StatOf | tree.Filter) and part.stat in (Stat.DAWN, Stat.DUSK)
        for part in parts_of(texts_of(printed.card))
    )


def _is_turning_unheard(ref: Referee) -> bool:
    """Return whether no text can wait for cards that are readied or exhausted, and nothing in force asks
    which are.

    In a hand there could be any arcanum of today's set.
    """
    return not _could_wait_in_hand() and not any(map(_minds_turning, open_texts(ref)))


@lru_cache(maxsize=1)
def _could_wait_in_hand() -> bool:
    return any(
        isinstance(part, tree.Triggered) and part.zone is Zone.HAND and _minds_turning_in(part)
        for card in the_set()
        for part in parts_of(texts_of(card))
    )


@lru_cache(maxsize=1024)
def _minds_turning(printed: CompiledCard) -> bool:
    return _minds_turning_in(texts_of(printed.card))


def _minds_turning_in(text: object) -> bool:
    """Return whether a text waits for cards that are readied or exhausted, or keeps something in force that
    asks which are.
    """
    for part in parts_of(text):
        if isinstance(part, tree.TriggerEvent) and part.trigger_type in (
            TriggerType.READIED,
            TriggerType.EXHAUSTED,
        ):
            return True
        if isinstance(part, tree.Static | tree.Modify | tree.Gain | tree.CannotBe | tree.Cannot):
            inner = list(parts_of(part))
            if any(one in (Trait.READY, Trait.EXHAUSTED) for one in inner if isinstance(one, Trait)):
                return True
            if isinstance(part, tree.CannotBe) and part.ban in (tree.Ban.READY, tree.Ban.EXHAUST):
                return True
    return False
