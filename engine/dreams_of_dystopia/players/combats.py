"""Expected results of attacks and blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

import msgspec

from cards.dreams_of_dystopia.language.words import Helpers, Moment, Noun
from engine.dreams_of_dystopia.players.board_summary import per_lp
from engine.dreams_of_dystopia.players.valuation import Valuation, hand_value, numbers_of
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.views.contributions import Contribution, Totals, brings, damage
from engine.dreams_of_dystopia.views.types import FighterView, PlayerView

OUT = 25.0
"""The value of eliminating a player, and half of the cost of being eliminated."""


class Force(Totals):
    """A fighter with helpers: its numbers, and the values of its effects."""

    at_once: float = 0.0
    """The value of effects when its cards are used."""
    hit: float = 0.0
    """The value of effects upon a hit."""
    cost: float = 0.0
    """The value of the used cards."""

    def judge(self, valuation: Valuation, side: CompiledSide, brought: Contribution) -> Force:
        """Add the values of a card and of its effects. Return the force."""
        self.at_once += valuation.now(side, brought)
        self.hit += valuation.upon_hit(side, brought)
        self.cost += hand_value(side)
        return self


def force_of(valuation: Valuation, fighter: CompiledSide, stats: Mapping[str, int], moment: Moment) -> Force:
    """Return a fighter without helpers. `stats` is the bonus of its player's Minions."""
    brought = brings(fighter, moment, helps=False)
    force = Force(atk=stats.get("ATK", 0), defence=stats.get("DEF", 0), skl=stats.get("SKL", 0))
    force.take(brought)
    return force.judge(valuation, fighter, brought)


def force_seen(valuation: Valuation, seen: FighterView, moment: Moment) -> Force:
    """Return a fighter on the table, with its helpers."""
    force = Force(
        atk=seen.atk, defence=seen.defence, skl=seen.skl, helpers=tuple(valuation.board.sides(seen.helpers)),
        defender=seen.defender, less=seen.less, bars=seen.barred,
    )  # fmt: skip
    for place, side in enumerate((*valuation.board.sides([seen.card]), *force.helpers)):
        brought = brings(side, moment, helps=place > 0)
        force.hit += valuation.upon_hit(side, brought)
        force.each += brought.each
        force.opposing_atk += brought.opposing_atk
        force.opposing_def += brought.opposing_def
    return force


def with_helper(valuation: Valuation, force: Force, helper: CompiledSide, moment: Moment) -> Force:
    """Return a force with one more helper."""
    brought = brings(helper, moment, helps=True)
    return force.helped(helper, brought).judge(valuation, helper, brought)


def with_helpers(fighter: CompiledSide, others: Sequence[CompiledSide]) -> tuple[CompiledSide, ...]:
    """Return a fighter and its possible helpers among other cards, by title (to serve as a key)."""
    fitting = [side for side in others if side.faction is fighter.faction and side.is_helper]
    return fighter, *sorted(fitting, key=attrgetter("title"))


def attack_force(
    valuation: Valuation, fighter: CompiledSide, others: Sequence[CompiledSide], stats: Mapping[str, int]
) -> Force:
    """Return an attacker with every helper that fits: supporters first, by their SKL, then Weapons, the easiest first."""
    force = force_of(valuation, fighter, stats, Moment.ATTACK)
    for helper in sorted(others, key=_helping_order):
        if helper.can_help(fighter, force.skl, ()):
            force = with_helper(valuation, force, helper, Moment.ATTACK)
    return force


def _helping_order(helper: CompiledSide) -> int:
    return 100 + helper.side.skl if helper.noun is Noun.WEAPON else -numbers_of(helper)[2]


def block_forces(
    valuation: Valuation,
    start: Force,
    fighter: CompiledSide,
    others: Sequence[CompiledSide],
    barred: Sequence[str],
) -> Iterator[Force]:
    """Yield a blocker alone, then with ever more helpers, those with the most DEF for their value first."""

    def by_value(helper: CompiledSide) -> float:
        more = brings(helper, Moment.BLOCK, helps=True)
        gained = more.defence + 2 * (more.defender and not start.defender) + more.less
        return -(gained + valuation.now(helper, more)) / (0.3 + hand_value(helper))

    yield start
    force = start
    for helper in sorted(others, key=by_value) if len(others) > 1 else others:
        if helper.can_help(fighter, force.skl, barred):
            force = with_helper(valuation, force, helper, Moment.BLOCK)
            yield force


def every_block(
    valuation: Valuation,
    hand: Sequence[CompiledSide],
    spared: Sequence[CompiledSide],
    stats: dict[str, int],
    barred: Sequence[str],
) -> Iterator[tuple[CompiledSide, Force]]:
    """Yield the possible blocks with a hand and Minions kept on the table: the blocker, and its force with helpers."""
    for key in blockers(hand, spared):
        start = force_of(valuation, key[0], stats, Moment.BLOCK)
        for force in block_forces(valuation, start, key[0], key[1:], barred):
            yield key[0], force


def blockers(
    hand: Sequence[CompiledSide], kept: Sequence[CompiledSide] = ()
) -> Iterator[tuple[CompiledSide, ...]]:
    """Yield each different Minion that can block, with its possible helpers."""
    seen: set[str] = set()
    for place, fighter in enumerate((*hand, *kept)):
        if can_block(fighter) and fighter.title not in seen:
            seen.add(fighter.title)
            yield with_helpers(fighter, [one for number, one in enumerate(hand) if number != place])


NOTHING = Force()
"""No blocker."""


def cost_of_block(attack: Force, block: Force, lp: int, attacker_lp: int) -> float:
    """Return the cost of a block to a player with `lp` LP."""
    own, theirs = damage(attack, None if block is NOTHING else block)
    cost = block.cost - block.at_once
    if theirs:
        cost += theirs * per_lp(lp) + attack.hit + (2 * OUT if theirs >= lp else 0.0)
    if own:
        cost -= own + block.hit + (OUT if own >= attacker_lp else 0.0)
    return cost


def is_barred(block: Force, barred: Sequence[str]) -> bool:
    """Return whether a block uses a helper that the attack forbids."""
    nouns = {Noun.WEAPON if kind == Helpers.WEAPONS else Noun.MINION for kind in barred}
    return any(helper.noun in nouns for helper in block.helpers)


class AttackProspect(msgspec.Struct, frozen=True):
    """The prospect of an attack: its target, and its value."""

    seat: int
    value: float


class Defences:
    """The blocks of each opponent with sampled hands (current or `later` ones), and the results of attacks on them."""

    def __init__(self, valuation: Valuation, *, later: bool = False) -> None:
        self.valuation, self.board = valuation, valuation.board
        hands = self.board.later_hands if later else self.board.hands
        self._blocks: dict[int, list[list[Force]]] = {}
        for other in self.board.others:
            staying = self.board.sides(other.to_block)
            blocks = (every_block(valuation, hand, staying, other.stats, ()) for hand in hands(other))
            self._blocks[other.seat] = [[NOTHING, *(force for _, force in each)] for each in blocks]
        self._known: dict[tuple[object, ...], AttackProspect] = {}

    def best_target(self, force: Force) -> AttackProspect:
        """Return the prospect of an attack on the best target, if each opponent blocks in their best way."""
        key = (force.atk, force.opposing_def, force.defender, force.less, force.bars, round(force.hit, 2))
        best = self._known.get(key)
        if best is None:
            ranked = [AttackProspect(other.seat, self._upon(other, force)) for other in self.board.others]
            best = self._known[key] = max(ranked, key=lambda prospect: (prospect.value, -prospect.seat))
        return AttackProspect(best.seat, best.value + force.at_once) if force.at_once else best

    def _upon(self, other: PlayerView, force: Force) -> float:
        """Return the value of an attack on an opponent, without effects that don't depend on the target."""
        lp, total = self.board.mine.lp, 0.0
        hands = self._blocks[other.seat]
        for blocks in hands:
            if force.bars:
                blocks = [block for block in blocks if not is_barred(block, force.bars)]
            block = min(blocks, key=lambda block: cost_of_block(force, block, other.lp, lp))
            own, theirs = damage(force, None if block is NOTHING else block)
            if theirs:
                gained = theirs * per_lp(other.lp) + force.hit + (OUT if theirs >= other.lp else 0.0)
                total += gained * self.board.standing(other)
            total += 0.8 * block.cost - 0.35 * block.at_once
            total -= own * per_lp(lp) + (2 * OUT if own >= lp else 0.0)
        return total / max(1, len(hands))
