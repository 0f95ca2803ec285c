"""Totals of a fighter and its helpers, from their printed text and the Combat in a view.

They are exact unless a card asks, draws or is random. Such a card is `open`: results after it can't be predicted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import msgspec

from cards.dreams_of_dystopia.language.words import EachHelper, Moment, Noun, Stat
from engine.dreams_of_dystopia.numbers import printed
from engine.dreams_of_dystopia.position import MOST_LP
from engine.dreams_of_dystopia.program import CardPool, CompiledSide
from engine.dreams_of_dystopia.views.contributions import Totals, brings, damage
from engine.dreams_of_dystopia.views.types import DystopiaView, FighterView, PlayerView, pool_of

MOST_HELPERS = 3
"""The maximum number of helpers tried together."""
_TRIED = 7  # The maximum number of helpers of a hand that are tried.


class Fight(Totals, kw_only=True):
    """A fighter with helpers: its numbers, its effect on the opposing one, and the immediate effect on both players' LP.

    `open` is the title of the card with an unpredictable effect, "" for none.
    """

    side: CompiledSide
    moment: Moment
    barred: tuple[str, ...] = ()
    open: str = ""

    def fits(self, helper: CompiledSide) -> bool:
        """Return whether a card can be added (DD59, DD60, T42)."""
        return helper.can_help(self.side, self.number(Stat.SKL), self.barred)

    def with_helper(self, helper: CompiledSide) -> Fight:
        """Return the fighter with one more helper."""
        brought = brings(helper, self.moment, helps=True)
        more = self.helped(helper, brought)
        more.open = helper.title if brought.is_open else ""
        return more

    def with_helpers(self, hand: Sequence[CompiledSide]) -> Iterator[Fight]:
        """Yield the fighter alone, then with helpers from a hand, fewer first."""
        # Supporters first: they give the SKL that Weapons need.
        useful = [side for side in hand if side.is_helper and side.faction is self.side.faction]
        useful.sort(key=lambda side: (side.noun is Noun.WEAPON, side.side.skl, side.title))
        counts = range(MOST_HELPERS + 1)
        # Sides are compared by identity, so equal selections of equal cards are tried once.
        for helpers in dict.fromkeys(
            each for count in counts for each in combinations(useful[:_TRIED], count)
        ):
            fight = self
            for helper in helpers:
                if fight.open or not fight.fits(helper):
                    break
                fight = fight.with_helper(helper)
            else:
                yield fight


def sent(side: CompiledSide, player: PlayerView, moment: Moment, seen: FighterView | None = None) -> Fight:
    """Return a Minion as if sent to fight, with the effects announced before it (DD64)."""
    brought, fight = brings(side, moment, helps=False), _begun(side, player, moment, seen)
    fight.take(brought)
    fight.open = side.title if brought.is_open else ""
    return fight


def standing(pool: CardPool, player: PlayerView, seen: FighterView, moment: Moment) -> Fight:
    """Return a fighter in a Combat, with its current helpers."""
    side = pool.sides[seen.card]
    fight = _begun(side, player, moment, seen, tuple(pool.sides[title] for title in seen.helpers))
    fight.defender = seen.defender
    for stat in Stat:
        fight.add(stat, printed(side, stat))
    return fight


def _begun(
    side: CompiledSide,
    player: PlayerView,
    moment: Moment,
    seen: FighterView | None,
    helpers: tuple[CompiledSide, ...] = (),
) -> Fight:
    """Return a fighter with its player's bonus and the Combat's additions, without its own numbers."""
    fight = Fight(side=side, moment=moment, helpers=helpers)
    for name, amount in player.stats.items():
        fight.add(Stat(name), amount)
    if seen is not None:
        fight.less, fight.barred = seen.less, seen.barred
        for name, amount, each in seen.added:
            if each:
                fight.add_each((EachHelper(each), Stat(name), amount))
            else:
                fight.add(Stat(name), amount)
    return fight


def parts(pool: CardPool, player: PlayerView, seen: FighterView, moment: Moment) -> list[int]:
    """Return the parts of ATK or DEF from the Minion and each helper; empty if something else adds to it too."""
    stat = Stat.ATK if moment is Moment.ATTACK else Stat.DEF
    fights = [sent(pool.sides[seen.card], player, moment)]
    for helper in seen.helpers:
        fights.append(fights[-1].with_helper(pool.sides[helper]))
    numbers = [0, *(fight.number(stat) for fight in fights)]
    is_all = numbers[-1] == (seen.atk if stat is Stat.ATK else seen.defence)
    return [after - before for before, after in pairwise(numbers)] if is_all else []


class CombatResult(msgspec.Struct, frozen=True):
    """The remaining LP of the attacker and the attacked player after a Combat."""

    attacker: int
    attacked: int


def outcome(view: DystopiaView, block: Fight | None, attack: Fight | None = None) -> CombatResult:
    """Return the result of a view's Combat with a block, or without one (DD53–DD56, DD69, DD70, DD127).

    The effects of declaring the attack have already happened, except those of `attack`, if it is given.
    """
    left = uncapped_outcome(view, block, attack)
    return CombatResult(max(0, left.attacker), max(0, left.attacked))


def uncapped_outcome(view: DystopiaView, block: Fight | None, attack: Fight | None = None) -> CombatResult:
    """Return the result of a Combat, with negative LP for losses beyond the last LP."""
    combat, pool = view.combat, pool_of(view)
    assert combat is not None
    attacker, attacked = view.players[combat.attacker.seat], view.players[combat.defender.seat]
    attack = attack or standing(pool, attacker, combat.attacker, Moment.ATTACK)
    theirs = min(MOST_LP, min(MOST_LP, attacker.lp + attack.own_lp) + (block.their_lp if block else 0))
    own = min(MOST_LP, min(MOST_LP, attacked.lp + attack.their_lp) + (block.own_lp if block else 0))
    if theirs <= 0 or own <= 0:  # The Combat is over before the Damage step.
        return CombatResult(theirs, own)
    lost = damage(attack, block, combat.defender.less)
    left = ((theirs, attacker, lost[0]), (own, attacked, lost[1]))
    return CombatResult(*(lp - min(n, _most(pool, player)) for lp, player, n in left))


def _most(pool: CardPool, player: PlayerView) -> int:
    """Return the maximum number of LP that a player can lose in one Combat (DD127)."""
    most = pool.sides[player.master].cannot_fall if player.master else None
    return MOST_LP if most is None else most
