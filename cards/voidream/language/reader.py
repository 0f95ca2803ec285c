"""Reads card text into the data of `tree` (rulebook §2, §6 and §7).

Text that can't be read raises a `CardError`, never anything else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from msgspec.structs import replace

from cards.language.errors import CardError, Problem, Where
from cards.voidream.kinds import Kind
from cards.voidream.language import tree
from cards.voidream.language.tree import Ability, Ongoing, Text
from cards.voidream.language.words import LANGUAGE

LONGEST_LINE = 500
"""How many characters a printed line may have; nobody could read more on a card."""

KINDS_THAT_STAY = frozenset({Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT, Kind.BASTION, Kind.MIND})
"""Cards on which an ongoing line is in force for as long as they are; on the others it is an effect (§7)."""


def read_text(text: str, kind: Kind, *, where: Where | None = None) -> Text:
    """The abilities of a card of this kind, one a line; empty lines are skipped.

    Raises CardError with one problem for each line that can't be read. `where` says where the text begins.
    """
    abilities: list[Ability] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                place = Where(column=LONGEST_LINE + 1)
                raise CardError([Problem(place, f"A line of a card has at most {LONGEST_LINE} characters.")])
            abilities.append(read_line(line, kind))
        except CardError as error:
            start = where or Where()
            problems += [replace(p, where=start.at(number, p.where.column)) for p in error.problems]
    if problems:
        raise CardError(problems)
    return tuple(abilities)


@lru_cache(maxsize=4096)
def read_line(line: str, kind: Kind) -> Ability:
    """The ability that one line of a card of this kind describes. Raises CardError, the column counted in the line."""
    read = cast(Ability, LANGUAGE.read(line))
    if not isinstance(read, tree.Line) or kind not in KINDS_THAT_STAY:
        return read
    parts = tuple(part for sentence in read.effect for part in sentence)
    if all(isinstance(part, Ongoing) for part in parts):
        return tree.Static(cast("tuple[Ongoing, ...]", parts))
    return read
