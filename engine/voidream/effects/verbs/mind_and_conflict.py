"""Verbs about the mind card and conflicts (§2, §4)."""

from __future__ import annotations

from cards.voidream.language import tree
from cards.voidream.language.tree import Prohibition
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.event_kinds import GameEvent, Initiating, TurningMind
from engine.voidream.events.lines import context_of, done, fail
from engine.voidream.events.windows import do
from engine.voidream.facts.conflicts import ConflictSwitched
from engine.voidream.frames import InitiateConflict, ResolveLine
from engine.voidream.queries.characteristics import amount
from engine.voidream.queries.restrictions import is_forbidden
from engine.voidream.referee import MIND_TOP, Referee
from engine.voidream.sources import EffectContext


def new_mind(ref: Referee, context: EffectContext, op: tree.ChangeMind, seat: int) -> int:
    """Return the mind's number after an instruction changes it."""
    count = ref.seats[seat].mind
    points = max(0, amount(ref, context, op.amount))
    return max(0, count - points) if op.less else min(MIND_TOP, count + points)


def _change_mind(ref: Referee, frame: ResolveLine, op: tree.ChangeMind, seat: int) -> None:
    if isinstance(frame.happened, TurningMind):
        done(frame, n=abs(frame.happened.after - frame.happened.before))
        return
    count = ref.seats[seat].mind
    new_number = new_mind(ref, context_of(ref, frame), op, seat)
    if new_number == count:
        fail(ref, frame)
        return
    do(ref, TurningMind(seat, before=count, after=new_number, cause=frame.title))


def _mind_possible(ref: Referee, context: EffectContext, op: tree.ChangeMind) -> bool:
    return any(
        new_mind(ref, context, op, seat) != ref.seats[seat].mind for seat in ref.players(context, op.who)
    )


def _foresee_mind(ref: Referee, context: EffectContext, op: tree.ChangeMind) -> GameEvent | None:
    if op.who is tree.Player.EACH:
        return None
    seat = ref.players(context, op.who)[0]
    return TurningMind(seat, before=ref.seats[seat].mind, after=new_mind(ref, context, op, seat))


CHANGE_MIND = Verb(_change_mind, _mind_possible, _foresee_mind)


# Conflicts.


def can_initiate(ref: Referee, seat: int) -> bool:
    """Return whether a player can initiate a conflict: none is taking place (R22), and no effect forbids it."""
    return ref.position.conflict is None and not is_forbidden(ref, seat, Prohibition.INITIATE)


def _initiate(ref: Referee, frame: ResolveLine, op: tree.Initiate, seat: int) -> None:
    if frame.stage:
        done(frame)
        return
    if not can_initiate(ref, seat):
        fail(ref, frame)
        return
    frame.stage = "initiating"
    kind = op.kind.value if op.kind is not None else ""
    ref.push(InitiateConflict(attacker=seat, kind=kind, cause=frame.title))


def _initiate_possible(ref: Referee, context: EffectContext, op: tree.Initiate) -> bool:
    return any(can_initiate(ref, seat) for seat in ref.players(context, op.who))


def _foresee_initiating(ref: Referee, context: EffectContext, op: tree.Initiate) -> GameEvent | None:
    if op.who is tree.Player.EACH or not _initiate_possible(ref, context, op):
        return None
    kind = op.kind.value if op.kind is not None else ""
    return Initiating(ref.players(context, op.who)[0], conflict=kind)


def _switch(ref: Referee, frame: ResolveLine, op: tree.SwitchConflict, seat: int) -> None:
    conflict = ref.position.conflict
    if conflict is None or not _switch_possible(ref, context_of(ref, frame), op):
        fail(ref, frame)
        return
    dawn = tree.ConflictKind.DAWN
    conflict.kind = tree.ConflictKind.DUSK if conflict.kind is dawn else dawn
    ref.touch()
    ref.emit(ConflictSwitched(conflict.kind), frame.title)
    done(frame)


def _switch_possible(ref: Referee, context: EffectContext, op: tree.SwitchConflict) -> bool:
    conflict = ref.position.conflict
    return conflict is not None and conflict.kind is not None and op.before in (None, conflict.kind)


INITIATE = Verb(_initiate, _initiate_possible, _foresee_initiating)
SWITCH_CONFLICT = Verb(_switch, _switch_possible)
