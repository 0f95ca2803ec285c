"""Numbers of fighters and of acquisitions, from the printed side, the Combat, this turn and the Master.

Rules, views and computer players share these functions, so that displayed numbers are the real ones.
"""

from __future__ import annotations

from cards.dreams_of_dystopia.language.continuous_effects import Modify, WaiveFaction
from cards.dreams_of_dystopia.language.words import EachHelper, KeywordName, Noun, Stat
from engine.dreams_of_dystopia.position import Combat, CombatSide
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee

OTHER_FACTION = 2
"""The additional FAME for a card that isn't of the Master's faction (DD30)."""


def printed(side: CompiledSide, stat: Stat) -> int:
    """Return a printed number of a Minion."""
    return {Stat.ATK: side.side.atk, Stat.DEF: side.side.defence, Stat.SKL: side.side.skl}[stat]


def number(m: Referee, fighter: CombatSide, stat: Stat) -> int:
    """Return a fighter's current ATK, DEF or SKL, at least 0 (DD47); 0 without a Minion (DD53)."""
    if fighter.card < 0:
        return 0
    total = printed(m.side(fighter.card), stat)
    for added in fighter.added:
        if added.stat == stat:
            total += added.amount * (count(m, fighter, added.each) if added.each else 1)
    return max(0, total + of_player(m, fighter.seat, stat))


def of_player(m: Referee, seat: int, stat: Stat) -> int:
    """Return the bonus of all of a player's fighters from this turn and from the Master."""
    master = m.master(seat)
    statics = master.statics if master else ()
    by_master = sum(
        effect.amount.n for effect in statics if isinstance(effect, Modify) and effect.stat is stat
    )
    return m.seat(seat).stats.get(stat, 0) + by_master


def count(m: Referee, fighter: CombatSide, each: str) -> int:
    """Return the number of a fighter's Weapons, or of its supporters."""
    noun = Noun.WEAPON if each == EachHelper.WEAPON else Noun.MINION
    return len(m.of_sort(fighter.helpers, noun))


def has_defender(m: Referee, fighter: CombatSide) -> bool:
    """Return whether a fighter has Defender, printed or gained (DD55)."""
    return fighter.card >= 0 and (fighter.defender or KeywordName.DEFENDER in m.side(fighter.card).keywords)


def fits(m: Referee, fighter: CombatSide, side: CompiledSide) -> bool:
    """Return whether a side can be added to a fighter now (DD59, DD60, T42)."""
    return side.can_help(m.side(fighter.card), number(m, fighter, Stat.SKL), fighter.barred)


def loss(m: Referee, combat: Combat) -> tuple[int, int]:
    """Return the seat that loses LP in the Damage step, and the loss; (-1, 0) if no one does (DD53–DD56, DD70, DD127)."""
    difference = number(m, combat.attacker, Stat.ATK) - number(m, combat.defender, Stat.DEF)
    loser = combat.defender if difference > 0 else combat.attacker
    if difference == 0 or has_defender(m, loser):
        return -1, 0
    lost = max(0, abs(difference) - loser.less)
    master = m.master(loser.seat)
    if master is not None and master.cannot_fall is not None:
        lost = min(lost, master.cannot_fall)
    return (loser.seat, lost) if lost else (-1, 0)


def fame_of(side: CompiledSide, master: CompiledSide | None, less: int, waives: bool) -> int:
    """Return the FAME that a player with this Master needs for a side (DD29–DD31). A Weapon has no LOYALTY.

    `less` is this turn's reduction, and `waives` whether cards of the other faction need no additional FAME this turn.
    """
    statics = master.statics if master else ()
    is_waived = waives or any(
        isinstance(effect, WaiveFaction) and effect.what.filter.noun is side.noun for effect in statics
    )
    is_own = side.faction is (master.faction if master else None)
    return max(0, side.side.loyalty - less) + (0 if is_own or is_waived else OTHER_FACTION)


def fame_needed(m: Referee, seat: int, side: CompiledSide) -> int:
    """Return the FAME that a player needs to acquire a card on this side."""
    return fame_of(side, m.master(seat), m.seat(seat).less, m.seat(seat).waives)


def acquisitions(m: Referee, side: CompiledSide) -> int:
    """Return the number of cards of this kind that can still be acquired this turn (DD28)."""
    allowed = m.position.allowed
    return allowed.acquisitions + (allowed.recruits if side.noun is Noun.MINION else allowed.purchases)
