"""Totals of a fighter and its helpers, from their printed text and the Combat in a view.

They are exact while nothing is asked, drawn or random. A card with such an effect is `open`: the results after it
can't be predicted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import msgspec

from cards.dreams_of_dystopia.language import words
from cards.dreams_of_dystopia.language.continuous_effects import CannotUse, GainKeyword, Modify
from cards.dreams_of_dystopia.language.instructions import Allow, ChangeScore, LoseLess, OnceMore, Turn
from cards.dreams_of_dystopia.language.selections import Opposing, ThisCard
from cards.language.nodes import Player
from engine.dreams_of_dystopia.numbers import printed
from engine.dreams_of_dystopia.position import MOST_LP
from engine.dreams_of_dystopia.program import CardPool, CompiledSide, Timed, at, effect_of
from engine.dreams_of_dystopia.views.types import DystopiaView, FighterView, PlayerView, pool_of

MOST_HELPERS = 3
"""The number of helpers tried together, and of different ones among them."""
_TRIED = 7

Added = tuple[str, int, str]
"""Stat, amount, and for each of which helpers."""


class Fight(msgspec.Struct, frozen=True):
    """A fighter with helpers: its numbers, its effect on the other one, and the immediate effect on both players' LP.

    `open` is the title of the card with an unpredictable effect, "" for none.
    """

    side: CompiledSide
    stats: dict[str, int]
    moment: words.Moment
    added: tuple[Added, ...] = ()
    opposing: tuple[Added, ...] = ()
    helpers: tuple[CompiledSide, ...] = ()
    defender: bool = False
    less: int = 0
    barred: tuple[str, ...] = ()
    own_lp: int = 0
    their_lp: int = 0
    open: str = ""

    def number(self, stat: words.Stat, more: Iterable[Added] = ()) -> int:
        """Return ATK, DEF or SKL, including the other fighter's effect on it (DD47)."""
        total = printed(self.side, stat) + self.stats.get(stat.value, 0)
        for name, amount, each in (*self.added, *more):
            if name == stat.value:
                total += amount * (self._count(each) if each else 1)
        return max(0, total)

    def _count(self, each: str) -> int:
        noun = words.Noun.WEAPON if each == words.EachHelper.WEAPON else words.Noun.MINION
        return sum(one.noun is noun for one in self.helpers)

    def fits(self, helper: CompiledSide) -> bool:
        """Return whether a card can be added (DD59, DD60, T42)."""
        return helper.can_help(self.side, self.number(words.Stat.SKL), self.barred)

    def with_helper(self, helper: CompiledSide) -> Fight:
        """Return the fighter with one helper more."""
        more = msgspec.structs.replace(self, helpers=(*self.helpers, helper))
        return _does(more, helper, helper.helping)

    def with_helpers(self, hand: Sequence[CompiledSide]) -> Iterator[Fight]:
        """Yield the results with helpers from a hand: alone, then with one more at a time."""
        yield self
        # Supporters first: they give SKL that Weapons need.
        useful = [one for one in hand if one.is_helper and one.faction is self.side.faction]
        useful.sort(key=lambda one: (one.noun is words.Noun.WEAPON, one.side.skl, one.title))
        tried = {tuple[str, ...]()}
        for count in range(1, MOST_HELPERS + 1):
            for helpers in combinations(useful[:_TRIED], count):
                if (titles := tuple(one.title for one in helpers)) not in tried:
                    tried.add(titles)
                    fight = self
                    for helper in helpers:
                        if fight.open or not fight.fits(helper):
                            break
                        fight = fight.with_helper(helper)
                    else:
                        yield fight


def sent(
    side: CompiledSide, player: PlayerView, moment: words.Moment, seen: FighterView | None = None
) -> Fight:
    """Return a Minion as if sent to fight, with the effects announced before it comes (DD64)."""
    fight = Fight(side, player.stats, moment, defender=words.KeywordName.DEFENDER in side.keywords)
    if seen is not None:
        fight = msgspec.structs.replace(fight, added=seen.added, less=seen.less, barred=seen.barred)
    return _does(fight, side, side.fighting)


def standing(pool: CardPool, player: PlayerView, seen: FighterView, moment: words.Moment) -> Fight:
    """Return a Minion that fights already, with the helpers that it has."""
    return Fight(
        pool.sides[seen.card],
        player.stats,
        moment,
        added=seen.added,
        helpers=tuple(pool.sides[one] for one in seen.helpers),
        defender=seen.defender,
        less=seen.less,
        barred=seen.barred,
    )


def parts(pool: CardPool, player: PlayerView, seen: FighterView, moment: words.Moment) -> list[int]:
    """Return the contributions of the Minion and each helper to its ATK or DEF; empty if there are other
    contributions.
    """
    stat = words.Stat.ATK if moment is words.Moment.ATTACK else words.Stat.DEF
    fights = [sent(pool.sides[seen.card], player, moment)]
    for helper in seen.helpers:
        fights.append(fights[-1].with_helper(pool.sides[helper]))
    numbers = [0, *(fight.number(stat) for fight in fights)]
    found = [after - before for before, after in pairwise(numbers)]
    return found if numbers[-1] == (seen.atk if stat is words.Stat.ATK else seen.defence) else []


def _does(fight: Fight, side: CompiledSide, timed: Timed) -> Fight:
    """Return the fight after what a card does as it fights or helps (DD58)."""
    added, opposing = list(fight.added), list(fight.opposing)
    defender, less, own, theirs, is_open = fight.defender, fight.less, fight.own_lp, fight.their_lp, False
    lines = (effect_of(side.side.text[number]) for number in at(timed, None, fight.moment))
    for op in (op for effect in lines for sentence in effect for op in sentence):
        match op:
            case Modify(amount, stat, to, each):
                one = (stat.value, amount.n, each.value if each else "")
                (opposing if isinstance(to, Opposing) else added).append(one)
            case GainKeyword():
                defender = True
            case LoseLess(n):
                less += n
            case ChangeScore(n, words.Score.LP, is_less, who):
                n = -n if is_less else n
                own += n * (who in (Player.YOU, Player.EACH))
                theirs += n * (who is not Player.YOU)
            case ChangeScore() | CannotUse() | OnceMore() | Allow() | Turn(ThisCard()):
                pass
            case _:
                is_open = True
    return msgspec.structs.replace(
        fight, added=tuple(added), opposing=tuple(opposing), defender=defender, less=less, own_lp=own,
        their_lp=theirs, open=side.title if is_open else "",
    )  # fmt: skip


class CombatResult(msgspec.Struct, frozen=True):
    """The result of a Combat: the LP that the attacker and the attacked player have left."""

    attacker: int
    attacked: int


def outcome(view: DystopiaView, block: Fight | None, attack: Fight | None = None) -> CombatResult:
    """Return the result of a view's Combat with a block, or without one (DD53–DD56, DD69, DD70, DD127).

    The effects of declaring the attack have already happened, except those of another one (`attack`) or of its
    additional helpers.
    """
    combat, pool = view.combat, pool_of(view)
    assert combat is not None
    attacker, attacked = view.players[combat.attacker.seat], view.players[combat.defender.seat]
    attack = attack or standing(pool, attacker, combat.attacker, words.Moment.ATTACK)
    theirs = min(MOST_LP, min(MOST_LP, attacker.lp + attack.own_lp) + (block.their_lp if block else 0))
    own = min(MOST_LP, min(MOST_LP, attacked.lp + attack.their_lp) + (block.own_lp if block else 0))
    if theirs <= 0 or own <= 0:  # The Combat is over before the Damage step.
        return CombatResult(max(0, theirs), max(0, own))
    difference = attack.number(words.Stat.ATK, block.opposing if block else ())
    difference -= block.number(words.Stat.DEF) if block else 0
    loser, player = (block, attacked) if difference > 0 else (attack, attacker)
    less = loser.less if loser else combat.defender.less
    lost = 0 if loser and loser.defender else max(0, abs(difference) - less)
    most = pool.sides[player.master].cannot_fall if player.master else None
    lost = lost if most is None else min(lost, most)
    return (
        CombatResult(theirs, max(0, own - lost))
        if difference > 0
        else CombatResult(max(0, theirs - lost), own)
    )
