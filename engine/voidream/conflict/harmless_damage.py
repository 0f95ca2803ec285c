"""Damage of a conflict that destroys nothing, whichever entities take it (§4 Dealing Damage).

An entity that takes less than its stability is unchanged, and the conflict's end clears the damage. Before that end only
abilities that wait for damage, for exhausted cards or for the end could read it, or an effect in force could lower a
stability. Afterwards only a text about damage of the round could ask who took it.
"""

from __future__ import annotations

from functools import lru_cache

from cards.language.parts import parts_of
from cards.voidream.language import tree
from cards.voidream.language.tree import Stat, Timing, Trait, TriggerType
from cards.voidream.library import the_set
from engine.voidream.program import CompiledCard, texts_of
from engine.voidream.queries.nouns import has_open_text
from engine.voidream.referee import Referee


def is_any_distribution_alike(ref: Referee) -> bool:
    """Return whether no text can tell which entities took damage that destroyed none of them.

    Hidden cards could contain any text of the current set.
    """
    return not _could_hidden_texts_tell() and not has_open_text(ref, _could_tell)


@lru_cache(maxsize=1)
def _could_hidden_texts_tell() -> bool:
    return any(_reads_damage(texts_of(card)) for card in the_set())


@lru_cache(maxsize=1024)
def _could_tell(compiled: CompiledCard) -> bool:
    text = texts_of(compiled.card)
    return _reads_damage(text) or any(_interferes(part) for part in parts_of(text))


def _reads_damage(text: object) -> bool:
    """Return whether a text waits for damage, counts it, or asks for damaged cards."""
    return any(
        part is Trait.DAMAGED
        or (isinstance(part, tree.TriggerEvent) and part.trigger_type is TriggerType.DAMAGED)
        for part in parts_of(text)
    )


def _interferes(part: object) -> bool:
    """Return whether a part of a text acts before the conflict's end, or on stability while cards are exhausted."""
    if isinstance(part, tree.Triggered):
        kind = part.event.trigger_type
        return kind is TriggerType.EXHAUSTED or (
            kind is TriggerType.CONFLICT_ENDS and part.timing is not Timing.AFTER
        )
    return isinstance(part, tree.Static | tree.Modify) and _lowers_stability(part)


def _lowers_stability(part: tree.Static | tree.Modify) -> bool:
    """Return whether an effect changes stability depending on which cards are ready."""
    inner = list(parts_of(part))
    return any(isinstance(one, tree.Modify) and one.stat is Stat.STABILITY for one in inner) and any(
        one in (Trait.READY, Trait.EXHAUSTED) for one in inner if isinstance(one, Trait)
    )
