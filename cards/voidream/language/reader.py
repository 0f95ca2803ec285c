"""Read card text into the data of `tree` (rulebook §2, §6 and §7).

Unreadable text raises `CardError`, never anything else.
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
"""The maximum length of a printed line in characters. A card has no room for longer ones."""

KINDS_THAT_STAY = frozenset({Kind.MEMORY, Kind.ENTITY, Kind.CONSTRUCT, Kind.BASTION, Kind.MIND})
"""The kinds of cards on which an ongoing line applies as long as they stay; elsewhere it is an effect (§7)."""


def read_text(text: str, kind: Kind, *, where: Where | None = None) -> Text:
    """Return the abilities of a card of this kind, one per line; empty lines are skipped.

    Raises CardError with one problem for each unreadable line. `where` is the place at which the text begins.
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
    """Return the abilities of one line: two if a memory's "Attach …" is followed by effects on its host.

    Raises CardError as `read_line` does.
    """
    ability = read_line(line, kind)
    if kind is Kind.MEMORY and isinstance(ability, tree.Line):
        first, *others = ability.effect
        match first:
            case (tree.Attach(tree.This()),):
                host_effects = tuple(_of_the_host(part) for sentence in others for part in sentence)
                if host_effects and None not in host_effects:
                    return tree.Line((first,)), tree.Static(cast("tuple[Ongoing, ...]", host_effects))
            case _:
                pass
    return (ability,)


def _of_the_host(part: tree.Instruction) -> Ongoing | None:
    """Return an effect on "it" as an effect on the host while attached; None if it isn't such an effect."""
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
    """Return the ability of one line on a card of this kind. Raises CardError, with the column within the line."""
    ability = cast(Ability, LANGUAGE.read(line))
    if not isinstance(ability, tree.Line) or kind not in KINDS_THAT_STAY:
        return ability
    parts = tuple(part for sentence in ability.effect for part in sentence)
    if all(isinstance(part, Ongoing) for part in parts):
        return tree.Static(cast("tuple[Ongoing, ...]", parts))
    return ability
