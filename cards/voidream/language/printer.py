"""Print the data of `tree` as card text, in the canonical wording of its records.

`reader` reads the printed text back as the same data. The log and the list of effects in force use the functions for
smaller parts.
"""

from __future__ import annotations

from functools import lru_cache

from cards.language.english import English, keyword_name
from cards.voidream.language.tree import Ability, Effect, Faction, Instruction, Keyword, Text
from cards.voidream.language.words import VOIDREAM

_ENGLISH = English(VOIDREAM)

FACTION_NAMES = {faction: faction.record.en for faction in Faction}
"""The factions as adjectives before a noun."""


def print_text(text: Text) -> str:
    """Return the abilities as text, one per line."""
    return "\n".join(print_ability(ability) for ability in text)


@lru_cache(maxsize=2048)
def print_ability(ability: Ability) -> str:
    """Return an ability as a printed line."""
    return _ENGLISH.ability(ability)


def print_effect(effect: Effect) -> str:
    """Return the sentences of a line, such as `You may exhaust an entity, then roll. If you do, evoke.`, as text."""
    return _ENGLISH.effect(effect)


@lru_cache(maxsize=2048)
def print_instruction(instruction: Instruction) -> str:
    """Return one instruction without a full stop, for the log: `Deal 2 damage to an entity`."""
    return _ENGLISH.instruction(instruction)


def print_keyword(keyword: Keyword) -> str:
    """Return a keyword with its number: `deep`, `dormant 2`."""
    return keyword_name(keyword)
