"""Contributions of card texts to a Combat, computed once for each side of a card, and their sums."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import TypeVar

import msgspec

from cards.dreams_of_dystopia.language.continuous_effects import CannotUse, GainKeyword, Modify
from cards.dreams_of_dystopia.language.instructions import Allow, ChangeScore, LoseLess, OnceMore, Turn
from cards.dreams_of_dystopia.language.selections import Opposing, ThisCard
from cards.dreams_of_dystopia.language.words import EachHelper, KeywordName, Moment, Noun, Score, Stat
from cards.language.nodes import Player
from cards.language.records import Node
from engine.dreams_of_dystopia.program import CompiledSide, at

Each = tuple[EachHelper, Stat, int]
"""A gain for each helper of a kind, used before or later (DD47)."""

T = TypeVar("T", bound="Totals")


class Totals(msgspec.Struct):
    """The numbers of a fighter or card in a Combat, and their effects on the opposing fighter. They may be below 0."""

    atk: int = 0
    defence: int = 0
    skl: int = 0
    opposing_atk: int = 0
    opposing_def: int = 0
    each: tuple[Each, ...] = ()
    defender: bool = False
    less: int = 0
    own_lp: int = 0
    their_lp: int = 0
    """The immediate change of the opponent's LP."""
    bars: tuple[str, ...] = ()
    """The kinds of helpers that the opponent can no longer use."""
    helpers: tuple[CompiledSide, ...] = ()

    def number(self, stat: Stat) -> int:
        """Return a number, at least 0 (DD47)."""
        return max(0, self.atk if stat is Stat.ATK else self.defence if stat is Stat.DEF else self.skl)

    def add(self, stat: Stat, amount: int) -> None:
        """Change a number."""
        self.atk += amount * (stat is Stat.ATK)
        self.defence += amount * (stat is Stat.DEF)
        self.skl += amount * (stat is Stat.SKL)

    def take(self, brought: Contribution) -> None:
        """Add a card's contribution."""
        self.atk += brought.atk
        self.defence += brought.defence
        self.skl += brought.skl
        self.opposing_atk += brought.opposing_atk
        self.opposing_def += brought.opposing_def
        self.defender |= brought.defender
        self.less += brought.less
        self.own_lp += brought.own_lp
        self.their_lp += brought.their_lp
        self.bars += brought.bars
        for gain in brought.each:
            self.add_each(gain)

    def add_each(self, gain: Each) -> None:
        """Add a gain for each helper of a kind, including those used before."""
        self.each += (gain,)
        counted, stat, amount = gain
        self.add(stat, amount * sum(_counts(counted, helper) for helper in self.helpers))

    def helped(self: T, helper: CompiledSide, brought: Contribution) -> T:
        """Return the fighter with one more helper and its contribution."""
        more = copy(self)
        more.helpers = (*self.helpers, helper)
        for counted, stat, amount in self.each:
            if _counts(counted, helper):
                more.add(stat, amount)
        more.take(brought)
        return more


def damage(attack: Totals, block: Totals | None, less: int = 0) -> tuple[int, int]:
    """Return the LP that the attacker and the attacked player lose in the Damage step (DD53–DD55, DD70).

    `less` is the reduction of the attacked player's loss without a block.
    """
    if block is None:
        return 0, max(0, attack.atk - less)
    difference = max(0, attack.atk + block.opposing_atk) - max(0, block.defence + attack.opposing_def)
    loser = block if difference > 0 else attack
    lost = 0 if loser.defender else max(0, abs(difference) - loser.less)
    return (0, lost) if difference > 0 else (lost, 0)


def _counts(counted: EachHelper, helper: CompiledSide) -> bool:
    return (counted is EachHelper.WEAPON) == (helper.noun is Noun.WEAPON)


class Contribution(Totals):
    """The contribution of a card as fighter or helper: its numbers, and its lines."""

    is_open: bool = False
    """Whether an effect can't be predicted because it asks, draws or is random."""
    now: tuple[int, ...] = ()
    """The lines that apply when it is used."""
    hit: tuple[int, ...] = ()
    """The lines that apply upon a hit."""


@lru_cache(maxsize=1024)
def brings(side: CompiledSide, moment: Moment, *, helps: bool) -> Contribution:
    """Return a card's contribution to an attack or a block, as a helper or as the fighter (DD58)."""
    timed = side.helping if helps else side.fighting
    contribution = Contribution(now=tuple(at(timed, None, moment)), hit=tuple(at(timed, Moment.HIT)))
    if not helps:
        contribution.atk, contribution.defence, contribution.skl = (
            side.side.atk,
            side.side.defence,
            side.side.skl,
        )
        contribution.defender = KeywordName.DEFENDER in side.keywords
    for op in side.instructions(contribution.now):
        _add(contribution, op)
    return contribution


def _add(contribution: Contribution, op: Node) -> None:
    match op:
        case Modify(amount, Stat.ATK, Opposing()):
            contribution.opposing_atk += amount.n
        case Modify(amount, _, Opposing()):
            contribution.opposing_def += amount.n
        case Modify(amount, stat, each=EachHelper() as each):
            contribution.each += ((each, stat, amount.n),)
        case Modify(amount, stat):
            contribution.add(stat, amount.n)
        case GainKeyword():
            contribution.defender = True
        case LoseLess(n):
            contribution.less += n
        case CannotUse(_, what):
            contribution.bars += (what.value,)
        case ChangeScore(n, Score.LP, is_less, who):
            n = -n if is_less else n
            contribution.own_lp += n * (who in (Player.YOU, Player.EACH))
            contribution.their_lp += n * (who is not Player.YOU)
        case ChangeScore() | OnceMore() | Allow() | Turn(ThisCard()):
            pass
        case _:
            contribution.is_open = True
