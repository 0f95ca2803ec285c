"""What comes of attacks and blocks, as a player sees them coming."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cards.dreams_of_dystopia.language.instructions import LoseLess
from cards.dreams_of_dystopia.language.lasting import CannotUse, GainKeyword, Modify
from cards.dreams_of_dystopia.language.selections import All, Opposing
from cards.dreams_of_dystopia.language.words import EachHelper, Helpers, KeywordName, Moment, Noun
from engine.dreams_of_dystopia.players.sight import Sight, per_lp
from engine.dreams_of_dystopia.players.worth import Worth, effect_of, numbers_of
from engine.dreams_of_dystopia.program import CompiledSide, Timed, at
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.views.types import FighterView, PlayerView

OUT = 25.0
"""What it is worth to put somebody out, and twice what it costs to be put out."""
_OF_CARDS = 0.5
"""Which part of their worth cards cost that are used: they come back."""


class Force(msgspec.Struct):
    """A fighter with helpers: its numbers, what it does to the other one, and what else follows."""

    atk: int
    defence: int
    skl: int
    helpers: list[CompiledSide] = []
    defender: bool = False
    less: int = 0
    opposing_atk: int = 0
    opposing_def: int = 0
    barred: list[str] = []
    at_once: float = 0.0
    """What it does as it fights, and its helpers as they are used, is worth."""
    hit: float = 0.0
    """What follows upon a hit is worth."""
    cost: float = 0.0
    """What the cards are worth that are used."""


def force_of(worth: Worth, fighter: CompiledSide, stats: dict[str, int], moment: Moment) -> Force:
    """Return a fighter without helpers, of a player whose Minions get these numbers."""
    side = fighter.side
    force = Force(
        side.atk + stats.get("ATK", 0), side.defence + stats.get("DEF", 0), side.skl + stats.get("SKL", 0)
    )
    force.defender = KeywordName.DEFENDER in fighter.keywords
    force.cost = worth.held(fighter)
    _do(worth, force, fighter, fighter.fighting, moment)
    return force


def force_seen(worth: Worth, seen: FighterView) -> Force:
    """Return a fighter that lies on the table, with its helpers."""
    force = Force(seen.atk, seen.defence, seen.skl, defender=seen.defender, less=seen.less)
    force.barred = list(seen.barred)
    force.helpers = worth.sight.sides(seen.helpers)
    for side, timed in (
        *((one, one.fighting) for one in worth.sight.sides([seen.card])),
        *((one, one.helping) for one in force.helpers),
    ):
        force.hit += worth.lines(side, at(timed, Moment.HIT))
    return force


def with_helper(worth: Worth, force: Force, helper: CompiledSide, moment: Moment) -> Force:
    """Return a force with one helper more."""
    more = msgspec.structs.replace(force, helpers=[*force.helpers, helper], barred=list(force.barred))
    more.cost += worth.held(helper)
    _do(worth, more, helper, helper.helping, moment)
    return more


def _do(
    worth: Worth,
    force: Force,
    side: CompiledSide,
    timed: Timed,
    moment: Moment,
) -> None:
    force.hit += worth.lines(side, at(timed, Moment.HIT))
    now = at(timed, None, moment)
    force.at_once += worth.lines(side, now)
    for op in (op for number in now for sentence in effect_of(side.side.text[number]) for op in sentence):
        match op:
            case Modify(amount, stat, Opposing()):
                if stat.value == "ATK":
                    force.opposing_atk += amount.n
                elif stat.value == "DEF":
                    force.opposing_def += amount.n
            case Modify(amount, stat, to, each) if not isinstance(to, All):
                noun = Noun.WEAPON if each is EachHelper.WEAPON else Noun.MINION
                times = sum(one.noun is noun for one in force.helpers) if each else 1
                force.atk += amount.n * times * (stat.value == "ATK")
                force.defence += amount.n * times * (stat.value == "DEF")
                force.skl += amount.n * times * (stat.value == "SKL")
            case GainKeyword():
                force.defender = True
            case LoseLess(n):
                force.less += n
            case CannotUse(_, what):
                force.barred.append(what.value)
            case _:
                pass


def can_help(force: Force, fighter: CompiledSide, side: CompiledSide, barred: Sequence[str]) -> bool:
    """Return whether a card can be added to a fighter (DD59, DD60)."""
    if not side.is_helper or side.faction is not fighter.faction:
        return False
    if side.noun is Noun.WEAPON:
        return side.side.skl <= force.skl and Helpers.WEAPONS not in barred
    return Helpers.SUPPORTERS not in barred


def attack_force(
    worth: Worth, fighter: CompiledSide, others: Sequence[CompiledSide], stats: dict[str, int]
) -> Force:
    """Return an attacker with every helper that fits: those that give SKL first, Weapons last."""
    force = force_of(worth, fighter, stats, Moment.ATTACK)
    for helper in sorted(others, key=lambda one: (one.noun is Noun.WEAPON, -numbers_of(one)[2])):
        if can_help(force, fighter, helper, ()):
            force = with_helper(worth, force, helper, Moment.ATTACK)
    return force


def block_forces(
    worth: Worth,
    start: Force,
    fighter: CompiledSide,
    others: Sequence[CompiledSide],
    barred: Sequence[str],
) -> Iterator[Force]:
    """Yield a blocker alone, then with more and more helpers, those first that add most DEF for what they are worth."""

    def by_worth(helper: CompiledSide) -> float:
        more = with_helper(worth, start, helper, Moment.BLOCK)
        gained = more.defence - start.defence + 2 * (more.defender - start.defender) + more.less - start.less
        return -(gained + more.at_once - start.at_once) / (0.3 + worth.held(helper))

    yield start
    force = start
    for helper in sorted(others, key=by_worth):
        if can_help(force, fighter, helper, barred):
            force = with_helper(worth, force, helper, Moment.BLOCK)
            yield force


def every_block(
    worth: Worth,
    hand: Sequence[CompiledSide],
    kept: Sequence[CompiledSide],
    stats: dict[str, int],
    barred: Sequence[str],
) -> Iterator[tuple[CompiledSide, Force]]:
    """Yield the blocks that can be made with a hand and what is kept on the table: the blocker, and all together."""
    seen: set[str] = set()
    for place, fighter in enumerate((*hand, *kept)):
        if not can_block(fighter) or fighter.title in seen:
            continue
        seen.add(fighter.title)
        others = [one for number, one in enumerate(hand) if number != place]
        start = force_of(worth, fighter, stats, Moment.BLOCK)
        for force in block_forces(worth, start, fighter, others, barred):
            yield fighter, force


NOTHING = Force(0, 0, 0)
"""No blocker."""


def losses(attack: Force, block: Force) -> tuple[int, int]:
    """Return how many LP attacker and blocker lose in the Damage step (DD53–DD55, DD70)."""
    difference = max(0, attack.atk + block.opposing_atk)
    if block is not NOTHING:
        difference -= max(0, block.defence + attack.opposing_def)
    if difference > 0:
        return 0, 0 if block.defender else max(0, difference - block.less)
    return 0 if attack.defender else max(0, -difference - attack.less), 0


def cost_of_block(attack: Force, block: Force, lp: int, attacker_lp: int) -> float:
    """Return what a block costs who blocks and has so many LP."""
    own, theirs = losses(attack, block)
    cost = _OF_CARDS * block.cost - block.at_once
    if theirs:
        cost += theirs * per_lp(lp) + attack.hit + (2 * OUT if theirs >= lp else 0.0)
    if own:
        cost -= own + block.hit + (OUT if own >= attacker_lp else 0.0)
    return cost


def is_barred(block: Force, barred: Sequence[str]) -> bool:
    """Return whether a block uses a helper that the attack forbids."""
    nouns = {Noun.WEAPON if one == Helpers.WEAPONS else Noun.MINION for one in barred}
    return any(helper.noun in nouns for helper in block.helpers)


class Attack(msgspec.Struct, frozen=True):
    """What an attack promises: upon whom, and what it is worth."""

    seat: int
    value: float


def best_target(worth: Worth, force: Force, blocks: dict[int, list[list[Force]]], mine: PlayerView) -> Attack:
    """Return upon whom an attack is worth most, each opponent blocking in their best way with the hands imagined."""
    sight = worth.sight
    found: list[Attack] = []
    for other in sight.others:
        total = 0.0
        for imagined in blocks[other.seat]:
            possible = [one for one in imagined if not is_barred(one, force.barred)]
            block = min(possible, key=lambda one: cost_of_block(force, one, other.lp, mine.lp))
            own, theirs = losses(force, block)
            if theirs:
                gained = theirs * per_lp(other.lp) + force.hit + (OUT if theirs >= other.lp else 0.0)
                total += gained * sight.standing(other)
            total += _OF_CARDS * 0.6 * block.cost - 0.6 * block.at_once
            total -= own * per_lp(mine.lp) + (2 * OUT if own >= mine.lp else 0.0)
        found.append(Attack(other.seat, total / max(1, len(blocks[other.seat])) + force.at_once))
    return max(found, key=lambda one: (one.value, -one.seat))


def imagined_blocks(worth: Worth, sight: Sight) -> dict[int, list[list[Force]]]:
    """Return, by opponent, what each of the hands imagined could block with; no block first."""
    return {
        other.seat: [
            [
                NOTHING,
                *(
                    force
                    for _, force in every_block(worth, hand, sight.sides(other.to_block), other.stats, ())
                ),
            ]
            for hand in sight.hands(other)
        ]
        for other in sight.others
    }
