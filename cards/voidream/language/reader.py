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
"""The maximum length of a printed line in characters; nobody could read more on a card."""

KINDS_THAT_STAY = frozenset({Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT, Kind.BASTION, Kind.MIND})
"""Cards on which an ongoing line is in force for as long as they are; on the others it is an effect (§7)."""


def read_text(text: str, kind: Kind, *, where: Where | None = None) -> Text:
    """Return the abilities of a card of this kind, one a line; empty lines are skipped.

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
            abilities += abilities_of(line, kind)
        except CardError as error:
            start = where or Where()
            problems += [replace(p, where=start.at(number, p.where.column)) for p in error.problems]
    if problems:
        raise CardError(problems)
    return tuple(abilities)


def abilities_of(line: str, kind: Kind) -> tuple[Ability, ...]:
    """The abilities that one line describes: two, where a memory says of its host behind "Attach …" what it gets.

    Raises CardError as `read_line` does.
    """
    ability = read_line(line, kind)
    if kind is Kind.MEMORY and isinstance(ability, tree.Line):
        first, *more = ability.effect
        match first:
            case (tree.Attach(tree.This()),):
                said = tuple(_of_the_host(part) for sentence in more for part in sentence)
                if said and None not in said:
                    return tree.Line((first,)), tree.Static(cast("tuple[Ongoing, ...]", said))
            case _:
                pass
    return (ability,)


def _of_the_host(part: tree.Instruction) -> Ongoing | None:
    """Return an effect on "it", the host for as long as a card is attached; None if it is something else."""
    match part:
        case tree.Modify(to=tree.It(), duration=tree.Duration.PHASE):
            return replace(part, to=None)
        case tree.Gain(to=tree.It(), duration=tree.Duration.PHASE):
            return replace(part, to=tree.Host())
        case tree.CannotBe(what=tree.It(), duration=tree.Duration.PHASE):
            return replace(part, what=tree.Host())
        case _:
            return None


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
