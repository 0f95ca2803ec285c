"""Ongoing instructions of thoughts, arcana and abilities: they stay in force for a while (§7, R31)."""

from __future__ import annotations

from typing import Any

from cards.voidream.language import tree
from cards.voidream.language.tree import Duration
from engine.kernel.position import Frame
from engine.voidream import changes
from engine.voidream.lines import done, fail, speaker_of
from engine.voidream.position import OngoingEffect
from engine.voidream.reckoning import bare_target, modification
from engine.voidream.referee import LIMIT, Referee
from engine.voidream.texts import Speaker
from engine.voidream.verbs.picking import could, on_table, pick
from engine.voidream.verbs.verb import Verb


def begin(ref: Referee, frame: Frame, locked: list[int] | None, amount: int) -> bool:
    """Put the instruction under the line's program counter in force, until its time is over.

    Returns False if that would change nothing: the same is in force already, or has come to 1000 (§7, R33).
    """
    v = frame.vars
    pc: int = v["pc"]
    op = ref.pool.program(v["title"], v["side"], v["index"])[pc]
    position = ref.position
    duration = getattr(op, "duration", Duration.PHASE)
    phase = 0 if duration is Duration.ROUND or not position.phases else position.phases[-1]
    effect = OngoingEffect(
        v["title"], v["side"], v["index"], pc, v["seat"], v["card"], locked, amount, phase, 0
    )
    if _changes_nothing(ref, effect):
        return False
    effect.stamp = ref.new_tag()
    position.ongoing.append(effect)
    ref.resource()
    return True


def _changes_nothing(ref: Referee, effect: OngoingEffect) -> bool:
    source = _source(effect)
    same = [known.amount for known in ref.position.ongoing if _source(known) == source]
    return bool(same) and (effect.amount == 0 or abs(sum(same)) >= LIMIT)


def _source(effect: OngoingEffect) -> tuple[Any, ...]:
    e = effect
    return (e.title, e.side, e.index, e.pc, e.seat, e.card, e.locked, e.phase)


def expire(ref: Referee, phase: int) -> None:
    """End the effects that last until the end of a phase (0: of the round)."""
    position = ref.position
    if any(effect.phase == phase for effect in position.ongoing):
        position.ongoing = [effect for effect in position.ongoing if effect.phase != phase]
        ref.resource()


def _lay_on(ref: Referee, frame: Frame, op: Any, seat: int, to: tree.Selection | None, amount: int) -> None:
    v = frame.vars
    if to is None or isinstance(to, tree.All):
        locked = None
        if to is None and isinstance(op, tree.Modify):
            target = bare_target(ref, v["card"])
            locked = [] if target is None else [target]
        if begin(ref, frame, locked, amount):
            ref.tell("ongoing", v["title"], seat=seat, card=v["title"])
            done(frame)
        else:
            fail(ref, frame)
        return
    picked = pick(ref, frame, seat, op, to, lambda card: on_table(ref, card))
    if picked is None:
        return
    if not picked or not begin(ref, frame, list(picked), amount):
        fail(ref, frame)
        return
    ref.tell("ongoing", v["title"], seat=seat, card=v["title"], on=changes.names(ref, picked))
    done(frame, it=list(picked), n=len(picked))


def _modify(ref: Referee, frame: Frame, op: tree.Modify, seat: int) -> None:
    amount = modification(ref, speaker_of(ref, frame), op)
    if amount == 0:
        fail(ref, frame)
        return
    _lay_on(ref, frame, op, seat, op.to, amount)


def _gain(ref: Referee, frame: Frame, op: tree.Gain, seat: int) -> None:
    _lay_on(ref, frame, op, seat, op.to, 0)


def _cannot_be(ref: Referee, frame: Frame, op: tree.CannotBe, seat: int) -> None:
    _lay_on(ref, frame, op, seat, op.what, 0)


def _cannot(ref: Referee, frame: Frame, op: tree.Cannot, seat: int) -> None:
    _lay_on(ref, frame, op, seat, None, 0)


def _possible(ref: Referee, speaker: Speaker, op: Any) -> bool:
    if isinstance(op, tree.Modify) and modification(ref, speaker, op) == 0:
        return False
    to: tree.Selection | None = op.what if isinstance(op, tree.CannotBe) else getattr(op, "to", None)
    return to is None or could(ref, speaker, to, lambda card: on_table(ref, card))


MODIFY = Verb(_modify, _possible)
GAIN = Verb(_gain, _possible)
CANNOT_BE = Verb(_cannot_be, _possible)
CANNOT = Verb(_cannot, _possible)
