"""Abilities whose order can't matter, as everybody can see (§6 Triggered Ability, R30).

It is proved from their texts alone, and from what else the texts of a match can do. Two abilities may change places

- if they do the same, wherever they are printed: the same instructions of the same player, which speak of nothing but what
  both have in common; or
- if each does one of two small things that leaves no choice and that nothing can hear of: it adds a plain number to a dawn
  or a dusk, or it readies or exhausts its own card; and not both the latter, one the one and one the other, to one card.

Where any two of those that wait may change places, every order comes to the same. Somebody who could not be sure of that is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from cards.language.parts import parts_of
from cards.voidream.language import tree
from cards.voidream.language.tree import Stat, Trait, TriggerType
from engine.voidream.events.trigger_equivalence import spoken_of
from engine.voidream.events.triggers import ability_of
from engine.voidream.frames import Trigger
from engine.voidream.program import Pool, texts_of
from engine.voidream.queries.nouns import is_open
from engine.voidream.referee import Referee


def is_any_order_alike(ref: Referee, waiting: Sequence[Trigger]) -> bool:
    """Return whether everybody can see that abilities that wait come to the same in every order."""
    if any(trigger.card >= 0 and not is_open(ref, trigger.card) for trigger in waiting):
        return False
    return all(_may_change_places(ref, one, other) for one, other in combinations(waiting, 2))


def _may_change_places(ref: Referee, one: Trigger, other: Trigger) -> bool:
    return _do_the_same(ref, one, other) or _are_apart(ref, one, other)


def _do_the_same(ref: Referee, one: Trigger, other: Trigger) -> bool:
    """Whether both abilities are the same instructions of the same player, from cards of the same value."""
    if one.seat != other.seat or _value(ref, one) != _value(ref, other):
        return False
    if any(spoken_of(ref.pool.program(each.title, each.side, each.index)) for each in (one, other)):
        return False
    return ability_of(ref, one).effect == ability_of(ref, other).effect


def _value(ref: Referee, trigger: Trigger) -> int:
    """The value with which an ability speaks: a mind's has none."""
    return 0 if trigger.side.startswith("mind") else ref.pool[trigger.title].value


def _are_apart(ref: Referee, one: Trigger, other: Trigger) -> bool:
    """Whether each does one small thing, which the other one's has nothing to do with."""
    first, second = (_small(ability_of(ref, each).effect) for each in (one, other))
    if first is None or second is None:
        return False
    if isinstance(first, tree.Modify) and isinstance(second, tree.Modify):
        return first.duration is second.duration and not _stats_are_counted(ref.pool)
    if not _turning_is_unheard(ref.pool):
        return False
    if isinstance(first, tree.Modify) or isinstance(second, tree.Modify):
        return not _stats_are_counted(ref.pool)
    return type(first) is type(second) or one.card != other.card


def _small(effect: tree.Effect) -> tree.Instruction | None:
    """Return the one small thing that an effect does, None if it does more or something else."""
    if len(effect) != 1 or len(effect[0]) != 1:
        return None
    match effect[0][0]:
        case tree.Modify(tree.Number(n), Stat.DAWN | Stat.DUSK, None | tree.This(), each=None) as adds if (
            n > 0
        ):
            return adds
        case (tree.Ready(tree.This()) | tree.Exhaust(tree.This())) as turns if turns.who is tree.Player.YOU:
            return turns
        case _:
            return None


@lru_cache(maxsize=256)
def _stats_are_counted(pool: Pool) -> bool:
    """Whether any text of a match counts a dawn or a dusk: what is in force may hang on it then."""
    return any(
        isinstance(part, tree.StatOf | tree.Filter) and part.stat in (Stat.DAWN, Stat.DUSK)
        for part in _all_parts(pool)
    )


@lru_cache(maxsize=256)
def _turning_is_unheard(pool: Pool) -> bool:
    """Whether no text of a match waits for cards that are readied or exhausted, and nothing in force asks which are."""
    for part in _all_parts(pool):
        if isinstance(part, tree.TriggerEvent) and part.trigger_type in (
            TriggerType.READIED,
            TriggerType.EXHAUSTED,
        ):
            return False
        if isinstance(part, tree.Static | tree.Modify | tree.Gain | tree.CannotBe | tree.Cannot):
            inner = list(parts_of(part))
            if any(one in (Trait.READY, Trait.EXHAUSTED) for one in inner if isinstance(one, Trait)):
                return False
            if isinstance(part, tree.CannotBe) and part.ban in (tree.Ban.READY, tree.Ban.EXHAUST):
                return False
    return True


@lru_cache(maxsize=256)
def _all_parts(pool: Pool) -> tuple[object, ...]:
    return tuple(part for printed in pool.cards.values() for part in parts_of(texts_of(printed.card)))
