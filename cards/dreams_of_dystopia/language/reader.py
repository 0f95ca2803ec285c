"""Reader of card texts in English."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from msgspec.structs import asdict, replace

from cards.dreams_of_dystopia.language.continuous_effects import GainKeyword, Modify
from cards.dreams_of_dystopia.language.lines import Ability, Used, in_force
from cards.dreams_of_dystopia.language.selections import Fighter, ThisCard
from cards.dreams_of_dystopia.language.templates import nearest
from cards.dreams_of_dystopia.language.vocabulary import LANGUAGE
from cards.dreams_of_dystopia.language.words import Noun, Use
from cards.language.errors import CardError, Problem
from cards.language.records import Node


@lru_cache(maxsize=1024)
def read_line(line: str) -> Ability:
    """Return the meaning of one line of a card.

    Raises CardError with the column in the line, and the nearest template.
    """
    try:
        return cast(Ability, in_force(cast(Node, _plain(LANGUAGE.read(line)))))
    except CardError as error:
        raise CardError([_with_template(line, problem) for problem in error.problems]) from None


def _with_template(line: str, problem: Problem) -> Problem:
    """Return a problem with the nearest template added, unless it names one."""
    if "(T" in problem.message:
        return problem
    template = nearest(line, problem.where.column, problem.found, problem.suggestion.strip('"'))
    return replace(problem, message=f"{problem.message} The nearest template is {template}")


def _plain(part: object, fighters: tuple[Node, ...] = (Fighter(),)) -> object:
    """Return a part in the form of the templates: effects on your fighter, or on this Minion in its own COMBAT, name none."""
    if isinstance(part, tuple):
        return tuple(_plain(each, fighters) for each in cast("tuple[object, ...]", part))
    if isinstance(part, Modify) and part.to in fighters:
        return replace(part, to=None)
    if isinstance(part, GainKeyword) and part.what in fighters:
        return replace(part, what=Fighter())
    if isinstance(part, Used) and part.use is Use.COMBAT:
        fighters = (Fighter(), ThisCard(Noun.MINION))
    if isinstance(part, Node):
        return replace(part, **{name: _plain(value, fighters) for name, value in asdict(part).items()})
    return part
