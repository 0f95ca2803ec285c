"""Ongoing instructions of thoughts, arcana and abilities, which apply for some time (§7, R31)."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import Duration
from engine.voidream.effects.verbs.selection import Keep, could, excludes, lies_face_up, named, pick
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.events.lines import context_of, done, fail
from engine.voidream.facts.actions import TookEffect
from engine.voidream.frames import ResolveLine
from engine.voidream.position import OngoingEffect
from engine.voidream.queries.characteristics import bare_target, keyword, modification, stat
from engine.voidream.queries.nouns import lacks_its_host, names_of
from engine.voidream.queries.restrictions import is_banned, is_forbidden
from engine.voidream.queries.score import has_siege
from engine.voidream.referee import LIMIT, Referee
from engine.voidream.sources import EffectContext


def begin(ref: Referee, frame: ResolveLine, locked: list[int] | None, amount: int) -> bool:
    """Start the effect of the instruction at the line's program counter, until its duration ends.

    Returns False if that would change nothing, because the same effect already applies or has reached 1000 (§7, R33).
    """
    pc: int = frame.pc
    op = ref.pool.program(frame.title, frame.side, frame.index).ops[pc]
    position = ref.position
    duration = getattr(op, "duration", Duration.PHASE)
    phase = 0 if duration is Duration.ROUND or not position.phases else position.phases[-1]
    effect = OngoingEffect(
        frame.title, frame.side, frame.index, pc, frame.seat, frame.card, locked, amount, phase, 0
    )
    if _changes_nothing(ref, effect):
        return False
    existing = _to_be_added_to(ref, effect, op) if isinstance(op, tree.Modify) else None
    if existing is not None:
        existing.amount += amount
    else:
        effect.stamp = ref.new_tag()
        position.ongoing.append(effect)
    ref.effects_changed()
    return True


def _to_be_added_to(ref: Referee, effect: OngoingEffect, op: tree.Modify) -> OngoingEffect | None:
    """Return an existing effect that can be increased instead of adding an equal one; None if there is none.

    It can if all later effects on the same number have the same direction: then the order of arrival makes no difference,
    not even at the cap (R47).
    """
    source = _source(effect)
    existing = next(
        (existing for existing in reversed(ref.position.ongoing) if _source(existing) == source), None
    )
    if existing is None:
        return None
    amounts = [effect.amount for effect in ref.continuous_effects(op.stat) if effect.stamp > existing.stamp]
    direction = effect.amount > 0
    is_same_direction = all(
        amount is not None and (amount > 0) is direction for amount in (existing.amount, *amounts)
    )
    return existing if is_same_direction else None


def _changes_nothing(ref: Referee, effect: OngoingEffect) -> bool:
    source = _source(effect)
    amounts = [
        effect_in_force.amount
        for effect_in_force in ref.position.ongoing
        if _source(effect_in_force) == source
    ]
    return bool(amounts) and (effect.amount == 0 or abs(sum(amounts)) >= LIMIT)


def _source(effect: OngoingEffect) -> tuple[object, ...]:
    e = effect
    return (e.title, e.side, e.index, e.pc, e.seat, e.card, e.locked, e.phase)


def expire(ref: Referee, phase: int) -> None:
    """End the effects that last until the end of a phase (0: of the round)."""
    position = ref.position
    if any(effect.phase == phase for effect in position.ongoing):
        position.ongoing = [effect for effect in position.ongoing if effect.phase != phase]
        ref.effects_changed()


def expire_with_conflict(ref: Referee) -> None:
    """End effects that last "until the end of the conflict", even if they began before the conflict (R83)."""
    position = ref.position
    remaining = [effect for effect in position.ongoing if not lasts_for_conflict(ref, effect)]
    if len(remaining) < len(position.ongoing):
        position.ongoing = remaining
        ref.effects_changed()


def lasts_for_conflict(ref: Referee, effect: OngoingEffect) -> bool:
    """Return whether an effect lasts until the end of the conflict, by its own text."""
    op = ref.pool.program(effect.title, effect.side, effect.index).ops[effect.pc]
    return getattr(op, "duration", Duration.PHASE) is Duration.CONFLICT


def _lay_on(
    ref: Referee,
    frame: ResolveLine,
    op: tree.Ongoing,
    seat: int,
    to: tree.Selection | None,
    amount: int,
    keep: Keep,
) -> None:
    if to is None or isinstance(to, tree.All):
        locked = None
        if to is None and isinstance(op, tree.Modify):
            target = bare_target(ref, frame.card, op.stat)
            locked = [] if target is None else [target]
        elif to is not None and excludes(context_of(ref, frame), to):
            locked = [card for card in named(ref, context_of(ref, frame), to) if keep(card)]
        if begin(ref, frame, locked, amount):
            ref.emit(TookEffect(seat, frame.title), frame.title)
            done(frame)
        else:
            fail(ref, frame)
        return
    picked = pick(ref, frame, seat, op, to, keep)
    if picked is None:
        return
    if not picked or not begin(ref, frame, list(picked), amount):
        fail(ref, frame)
        return
    ref.emit(TookEffect(seat, frame.title, names_of(ref, picked)), frame.title)
    done(frame, it=list(picked), n=len(picked))


# Tests for effects without change: a number at its limit, an existing keyword or ban (§7, R48).


def _modifies(ref: Referee, op: tree.Modify, amount: int) -> Keep:
    def keep(card: int) -> bool:
        if not _has(ref, card, op.stat) or amount == 0:
            return False
        current = stat(ref, card, op.stat)
        floor = 0 if op.stat is tree.Stat.STABILITY else -LIMIT
        return current < LIMIT if amount > 0 else current > floor

    return keep


def _has(ref: Referee, card: int, number: tree.Stat) -> bool:
    """Return whether a card in play has a number: constructs only have stability, memories have none (§2)."""
    construct = ref.printed[card].is_construct and lies_face_up(ref, card)
    return ref.is_entity(card) or (number is tree.Stat.STABILITY and construct)


def _gains(ref: Referee, op: tree.Gain) -> Keep:
    def keep(card: int) -> bool:
        if not lies_face_up(ref, card):
            return False
        has = keyword(ref, card, op.keyword.name)
        return (
            has is None
            or has < op.keyword.x
            or (_lasts_on(op) and not _is_printed(ref, card, op.keyword.name))
        )

    return keep


def _is_printed(ref: Referee, card: int, name: tree.KeywordName) -> bool:
    return ref.printed[card].keyword(name) is not None


def _forbids(ref: Referee, op: tree.CannotBe) -> Keep:
    def keep(card: int) -> bool:
        fights = op.ban in (tree.Ban.ATTACK, tree.Ban.DEFEND)
        able = ref.is_entity(card) if fights else lies_face_up(ref, card)
        return able and (_lasts_on(op) or not is_banned(ref, card, op.ban))

    return keep


def _lasts_on(op: tree.Gain | tree.CannotBe | tree.Cannot) -> bool:
    """Return whether an effect outlasts the phase, so that it is a change even if the same already applies."""
    return op.duration is Duration.ROUND


def _modify(ref: Referee, frame: ResolveLine, op: tree.Modify, seat: int) -> None:
    amount = modification(ref, context_of(ref, frame), op)
    if amount == 0 or not _bare_changes(ref, frame.card, op, amount):
        fail(ref, frame)
        return
    _lay_on(ref, frame, op, seat, op.to, amount, _modifies(ref, op, amount))


def _bare_changes(ref: Referee, card: int, op: tree.Modify, amount: int) -> bool:
    if op.to is None and card >= 0 and lacks_its_host(ref, card):
        return False
    target = bare_target(ref, card, op.stat) if op.to is None else None
    return target is None or _modifies(ref, op, amount)(target)


def _gain(ref: Referee, frame: ResolveLine, op: tree.Gain, seat: int) -> None:
    if not _siege_changes(ref, frame.seat, op):
        fail(ref, frame)
        return
    _lay_on(ref, frame, op, seat, op.to, 0, _gains(ref, op))


def _siege_changes(ref: Referee, seat: int, op: tree.Gain) -> bool:
    return op.to is not None or _lasts_on(op) or not has_siege(ref, seat)


def _cannot_be(ref: Referee, frame: ResolveLine, op: tree.CannotBe, seat: int) -> None:
    _lay_on(ref, frame, op, seat, op.what, 0, _forbids(ref, op))


def _cannot(ref: Referee, frame: ResolveLine, op: tree.Cannot, seat: int) -> None:
    if not _prohibits(ref, context_of(ref, frame), op):
        fail(ref, frame)
        return
    _lay_on(ref, frame, op, seat, None, 0, lambda card: True)


def _prohibits(ref: Referee, context: EffectContext, op: tree.Cannot) -> bool:
    return _lasts_on(op) or not all(is_forbidden(ref, seat, op.what) for seat in ref.players(context, op.who))


def _modify_possible(ref: Referee, context: EffectContext, op: tree.Modify) -> bool:
    amount = modification(ref, context, op)
    if op.to is None:
        return amount != 0 and _bare_changes(ref, context.card, op, amount)
    return could(ref, context, op.to, _modifies(ref, op, amount))


def _gain_possible(ref: Referee, context: EffectContext, op: tree.Gain) -> bool:
    if op.to is None:
        return _siege_changes(ref, context.seat, op)
    return could(ref, context, op.to, _gains(ref, op))


def _cannot_be_possible(ref: Referee, context: EffectContext, op: tree.CannotBe) -> bool:
    return could(ref, context, op.what, _forbids(ref, op))


MODIFY = Verb(_modify, _modify_possible)
GAIN = Verb(_gain, _gain_possible)
CANNOT_BE = Verb(_cannot_be, _cannot_be_possible)
CANNOT = Verb(_cannot, _prohibits)
