"""Secrets: cards from hand named in advance, which the opponent learns when the effect resolves (DW59).

Whether there were any is secret too: an option with traces only in that hand is hidden along with the cards it named.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from msgspec.structs import replace

from cards.dreamweavers.language.instructions import Discard
from cards.dreamweavers.language.selections import Chosen
from cards.dreamweavers.language.words import Zone
from cards.language.nodes import Player
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.card_verbs import CardAct, selection_of
from engine.dreamweavers.effects.choices import named_by, pick_for
from engine.dreamweavers.frames import Chain, NameInAdvance, Ref, ResolveEffect, StandbyEffect
from engine.dreamweavers.position import DreamweaversPosition
from engine.dreamweavers.program import CardPool, Op, Program, late
from engine.dreamweavers.referee import Referee
from engine.kernel.effects.program import MayOp

SECRET: Ref = (-3, 0)
"""Replaces all cards named for an operation, or the player's answer to an option."""


def _effects_in(position: DreamweaversPosition) -> Iterator[tuple[StandbyEffect, int, bool]]:
    """Yield the effects with named cards, their current operation, and whether the public cards are announced."""
    yield from ((effect, 0, True) for effect in position.standby)
    for frame in position.stack:
        match frame:
            case NameInAdvance():
                yield frame.effect, 0, False
            case ResolveEffect() if frame.effect is not None:
                yield frame.effect, frame.pc, True
            case _:
                pass


def _in_hand(op: Op, seat: int) -> bool:
    """Return whether a seat chooses cards from its hand for an operation."""
    if not isinstance(op, CardAct) or not named_by(op, seat, EffectContext(seat)):
        return False
    selection = selection_of(op)
    return isinstance(op, Discard) or (isinstance(selection, Chosen) and selection.filter.zone is Zone.HAND)


def _options(program: Program) -> Iterator[tuple[int, MayOp]]:
    """Yield the options of an effect that its player accepts or declines in advance."""
    for pc, op in enumerate(program.ops):
        if isinstance(op, MayOp) and op.who is Player.YOU and pc not in late(program):
            yield pc, op


def hide_named(position: DreamweaversPosition, pool: CardPool, seats: Collection[int]) -> None:
    """Replace cards that others have named from their hands, and whether they have, with `SECRET`.

    An effect that has begun to resolve keeps its own copy, so that the one waiting for its end isn't needed.
    """
    for frame in position.stack:
        if isinstance(frame, Chain) and frame.effect is not None:
            frame.effect = replace(frame.effect, named={}, modes={}, agreed={})
    for effect, at, is_told in _effects_in(position):
        if effect.seat not in seats:
            _hide(effect, pool.program(effect.title, effect.line), at, is_told=is_told)


def _hide(effect: StandbyEffect, program: Program, at: int, *, is_told: bool) -> None:
    ops = program.ops
    for pc, op in _options(program):
        body = range(pc + 1, op.skip)
        is_open = any(
            isinstance(ops[inner], CardAct) and named_by(ops[inner], effect.seat, EffectContext(effect.seat))
            and not _in_hand(ops[inner], effect.seat)
            for inner in body
        )  # fmt: skip
        if pc >= at and pc in effect.agreed and not is_open:
            del effect.agreed[pc]
            for inner in body:
                effect.named.pop(inner, None)
            effect.named[pc] = [SECRET]
    for pc in effect.named:
        if pc >= at and (not is_told or _in_hand(ops[pc], effect.seat)):
            effect.named[pc] = [SECRET]
    effect.named = {pc: effect.named[pc] for pc in sorted(effect.named)}
    effect.agreed = {pc: effect.agreed[pc] for pc in sorted(effect.agreed)}


def choose_named(world: Referee, rng: Random) -> None:
    """Name random cards for secrets, from the hands of a sampled position."""
    for effect, _, _ in _effects_in(world.position):
        if any(named == [SECRET] for named in effect.named.values()):
            _choose(world, effect, rng)


def _choose(world: Referee, effect: StandbyEffect, rng: Random) -> None:
    program = world.pool.program(effect.title, effect.line)
    ops = program.ops
    for pc in [pc for pc, named in effect.named.items() if named == [SECRET]]:
        del effect.named[pc]
        op = ops[pc]
        if not isinstance(op, MayOp):
            _name(world, effect, program, pc, rng)
            continue
        effect.agreed[pc] = rng.random() < 0.5
        if effect.agreed[pc]:
            for inner in range(pc + 1, op.skip):
                if _in_hand(ops[inner], effect.seat) and inner not in late(program):
                    _name(world, effect, program, inner, rng)
    effect.named = {pc: effect.named[pc] for pc in sorted(effect.named)}


def _name(world: Referee, effect: StandbyEffect, program: Program, pc: int, rng: Random) -> None:
    named = [ref for earlier_pc in sorted(effect.named) for ref in effect.named[earlier_pc] if ref != SECRET]
    context = EffectContext(effect.seat, effect.card, effect.tag, effect.title, [], named)
    pick = pick_for(world, program.ops, pc, effect.seat, context)
    count = rng.randint(pick.low, pick.high)
    effect.named[pc] = [world.ref(card) for card in rng.sample(pick.cards, count)]
