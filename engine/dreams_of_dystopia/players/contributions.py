"""Contributions of cards' texts to a Combat, read once for each side of a card."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import msgspec

from cards.dreams_of_dystopia.language.continuous_effects import CannotUse, GainKeyword, Modify
from cards.dreams_of_dystopia.language.instructions import Allow, Draw, GainCards, GiveCurses, LoseLess
from cards.dreams_of_dystopia.language.selections import All, Opposing
from cards.dreams_of_dystopia.language.words import Allowance, EachHelper, KeywordName, Moment, Noun, Stat
from cards.language.nodes import Player
from cards.language.records import Node
from engine.dreams_of_dystopia.program import CompiledSide, at, effect_of


class Brings(msgspec.Struct):
    """A card's contribution to a Combat as the fighter or as its helper: numbers, and the lines that do more."""

    atk: int = 0
    defence: int = 0
    skl: int = 0
    each: tuple[tuple[EachHelper, Stat, int], ...] = ()
    """The gain for each helper of a sort, whenever it is used."""
    opposing_atk: int = 0
    opposing_def: int = 0
    defender: bool = False
    less: int = 0
    barred: tuple[str, ...] = ()
    now: tuple[int, ...] = ()
    """The lines that happen as it is used."""
    hit: tuple[int, ...] = ()
    """The lines that happen upon a hit."""


class Opens(msgspec.Struct, frozen=True):
    """The additional acts in the same turn that an Ability gives its player."""

    draws: int = 0
    abilities: int = 0
    combats: int = 0
    deeds: int = 0


@lru_cache(maxsize=512)
def opens(side: CompiledSide) -> Opens:
    """Return the certain draws and allowances of a card's Ability."""
    draws, allowed = 0, Counter[Allowance]()
    for op in (op for n in side.ability for sentence in effect_of(side.side.text[n]) for op in sentence):
        match op:
            case Draw(n, Player.YOU):
                draws += n
            case Allow(n, allowance):
                allowed[allowance] += n.n
            case _:
                pass
    return Opens(draws, allowed[Allowance.ABILITY], allowed[Allowance.COMBAT], allowed[Allowance.DEED])


@lru_cache(maxsize=1024)
def brings(side: CompiledSide, moment: Moment, *, helps: bool) -> Brings:
    """Return a card's contribution to an attack or a block as a helper, or as the fighter."""
    timed = side.helping if helps else side.fighting
    found = Brings(now=tuple(at(timed, None, moment)), hit=tuple(at(timed, Moment.HIT)))
    if not helps:
        found.atk, found.defence, found.skl = side.side.atk, side.side.defence, side.side.skl
        found.defender = KeywordName.DEFENDER in side.keywords
    for op in (op for line in found.now for sentence in effect_of(side.side.text[line]) for op in sentence):
        _add(found, op)
    return found


def _add(found: Brings, op: Node) -> None:
    match op:
        case Modify(amount, Stat.ATK, Opposing()):
            found.opposing_atk += amount.n
        case Modify(amount, Stat.DEF, Opposing()):
            found.opposing_def += amount.n
        case Modify(to=All()) | Modify(to=Opposing()):
            pass
        case Modify(amount, stat, each=EachHelper() as each):
            found.each += ((each, stat, amount.n),)
        case Modify(amount, stat):
            found.atk += amount.n * (stat is Stat.ATK)
            found.defence += amount.n * (stat is Stat.DEF)
            found.skl += amount.n * (stat is Stat.SKL)
        case GainKeyword():
            found.defender = True
        case LoseLess(n):
            found.less += n
        case CannotUse(_, what):
            found.barred += (what.value,)
        case _:
            pass


@lru_cache(maxsize=512)
def gives_curses(side: CompiledSide) -> bool:
    """Return whether a card gives Curses to others."""
    ops = [op for line in side.side.text for sentence in effect_of(line) for op in sentence]
    return any(
        isinstance(op, GiveCurses)
        or (isinstance(op, GainCards) and op.what.filter.noun is Noun.CURSE and op.who is not Player.YOU)
        for op in ops
    )
