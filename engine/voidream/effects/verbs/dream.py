"""Verbs about the Dream deck: evoke, roll, shuffle, Dream damage, prevent (§6, §4 Dealing Damage)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cards.voidream.language import tree
from cards.voidream.language.tree import Player
from engine.voidream.effects.verbs.verb import Verb
from engine.voidream.event import EventOfDamage
from engine.voidream.event_kinds import DamagingDreams, Evocation, GameEvent, Rolling, Shuffling
from engine.voidream.events.lines import context_of, done, fail
from engine.voidream.events.performance import can_evoke, tell_why_not_evoked
from engine.voidream.events.windows import do
from engine.voidream.facts.actions import DamagePrevented, Prevented
from engine.voidream.frames import EventWindow, EvokeCard, OfferCut, ResolveLine
from engine.voidream.position import DECK, HAND
from engine.voidream.queries.characteristics import amount
from engine.voidream.queries.nouns import is_open, name_of
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext


def _evoke(ref: Referee, frame: ResolveLine, op: tree.Evoke, seat: int) -> None:
    if frame.stage:
        evoked, frame.evoked = frame.evoked, []
        done(frame, it=evoked)
    elif frame.happened is None:
        if not can_evoke(ref, seat):
            tell_why_not_evoked(ref, seat, frame.title)
            fail(ref, frame)
            return
        do(ref, Evocation(seat, cause=frame.title))
    elif frame.happened.prevented:
        done(frame, it=[])
    else:
        frame.stage = "evoking"
        ref.push(EvokeCard(seat=seat, cause=frame.title))


def _roll(ref: Referee, frame: ResolveLine, op: tree.Roll, seat: int) -> None:
    if isinstance(frame.happened, Rolling):
        done(frame, it=frame.happened.cards, result=frame.happened.result)
        return
    if not ref.seats[seat].deck:
        fail(ref, frame)
        return
    do(ref, Rolling(seat, cause=frame.title))


def _shuffle(ref: Referee, frame: ResolveLine, op: tree.Shuffle, seat: int) -> None:
    if frame.stage:
        done(frame)
    elif frame.happened is None:
        do(ref, Shuffling(seat, cause=frame.title))
    elif frame.happened.prevented:
        done(frame)
    else:
        frame.stage = "cutting"
        ref.push(OfferCut(seat=seat))


def dream_shares(ref: Referee, context: EffectContext, op: tree.DreamDamage) -> dict[int, int]:
    """Return the amount of Dream damage that an instruction deals, by seat."""
    shares: dict[int, int] = {}
    for seat in ref.players(context, op.to):
        is_each = op.to is Player.EACH
        theirs = EffectContext(
            context.seat,
            context.card,
            context.value,
            context.it,
            context.n,
            context.result,
            seat if is_each else -1,
        )
        points = amount(ref, theirs, op.amount)
        if points > 0:
            shares[seat] = points
    return shares


def _dream_damage(ref: Referee, frame: ResolveLine, op: tree.DreamDamage, seat: int) -> None:
    if isinstance(frame.happened, DamagingDreams):
        done(frame, n=frame.happened.dealt)
        return
    context = context_of(ref, frame)
    shares = dream_shares(ref, context, op)
    if not shares:
        fail(ref, frame)
        return
    do(ref, DamagingDreams(shares, reach=context.value, cause=frame.title))


def _foresee_dream_damage(ref: Referee, context: EffectContext, op: tree.DreamDamage) -> GameEvent | None:
    return DamagingDreams(dream_shares(ref, context, op))


def _prevent(ref: Referee, frame: ResolveLine, op: tree.Prevent, seat: int) -> None:
    """Prevent damage that is about to be dealt, first to the trigger's subject (§7 When)."""
    event = _event_around(ref, frame)
    shares = event.shares if isinstance(event, EventOfDamage) else {}
    key = next((key for key in _concerned(frame) if shares.get(key, 0) > 0), None)
    if key is None:
        fail(ref, frame)
        return
    points = (
        shares[key]
        if op.amount is None
        else max(0, min(shares[key], amount(ref, context_of(ref, frame), op.amount)))
    )
    shares[key] -= points
    ref.emit(DamagePrevented(points, frame.title), frame.title)
    done(frame, n=points)


def _prevent_event(ref: Referee, frame: ResolveLine, op: tree.PreventEvent, seat: int) -> None:
    event = _event_around(ref, frame)
    if event is None or event.prevented:
        fail(ref, frame)
    elif isinstance(event, EventOfDamage):
        _prevent(ref, frame, tree.Prevent(None), seat)
    elif _is_prevented(ref, frame, event):
        done(frame)
    else:
        fail(ref, frame)


def _is_prevented(ref: Referee, frame: ResolveLine, event: GameEvent) -> bool:
    """Prevent the trigger's event. Return False if it is prevented already, or no longer part of the event (R67)."""
    if not frame.about:
        event.prevented = True
        ref.emit(Prevented(event.kind, frame.title, seat=_whom(frame)), frame.title)
        return True
    card, concerned = frame.about[0], event.concerned()
    if card not in concerned:
        return False
    concerned.remove(card)
    event.prevented = not concerned
    event.short = True
    is_hidden = ref.cards[card].zone in (DECK, HAND) and not is_open(ref, card)
    ref.emit(Prevented(event.kind, frame.title, card=None if is_hidden else name_of(ref, card)), frame.title)
    return True


def _whom(frame: ResolveLine) -> int:
    """Return the player to whom a When trigger refers."""
    return frame.of if frame.of >= 0 else frame.seat


def _concerned(frame: ResolveLine) -> list[int]:
    """Return the shares of damage to which a When trigger refers: those of its cards, or of its player."""
    return frame.about or [_whom(frame)]


def _event_around(ref: Referee, frame: ResolveLine) -> GameEvent | None:
    """Return the event that triggered this line; None if it isn't about to happen anymore."""
    ability = ref.pool[frame.title].sides[frame.side].triggered.get(frame.index)
    event = next(
        (
            frame_below.event
            for frame_below in reversed(ref.position.stack)
            if isinstance(frame_below, EventWindow)
        ),
        None,
    )
    if ability is None or event is None or event.past:
        return None
    return event if ability.event.trigger_type in event.trigger_types else None


def _evoke_possible(ref: Referee, context: EffectContext, op: tree.Evoke) -> bool:
    return any(can_evoke(ref, seat) for seat in ref.players(context, op.who))


def _roll_possible(ref: Referee, context: EffectContext, op: tree.Roll) -> bool:
    return any(len(ref.seats[seat].deck) > 1 for seat in ref.players(context, op.who))


def _shuffle_possible(ref: Referee, context: EffectContext, op: tree.Shuffle) -> bool:
    return any(len(ref.seats[seat].deck) > 1 for seat in ref.players(context, op.who))


def _dream_damage_possible(ref: Referee, context: EffectContext, op: tree.DreamDamage) -> bool:
    return bool(dream_shares(ref, context, op))


def _prevent_possible(ref: Referee, context: EffectContext, op: tree.Prevent | tree.PreventEvent) -> bool:
    return any(isinstance(frame, EventWindow) for frame in ref.position.stack)


OpOfSeat = TypeVar("OpOfSeat", tree.Evoke, tree.Roll, tree.Shuffle)


def _foresee_seat(
    kind: type[Evocation | Rolling | Shuffling],
    is_possible: Callable[[Referee, EffectContext, OpOfSeat], bool],
) -> Callable[[Referee, EffectContext, OpOfSeat], GameEvent | None]:
    def foresee(ref: Referee, context: EffectContext, op: OpOfSeat) -> GameEvent | None:
        if op.who is Player.EACH or not is_possible(ref, context, op):
            return None
        return kind(ref.players(context, op.who)[0])

    return foresee


EVOKE = Verb(_evoke, _evoke_possible, _foresee_seat(Evocation, _evoke_possible))
ROLL = Verb(_roll, _roll_possible, _foresee_seat(Rolling, _roll_possible))
SHUFFLE = Verb(_shuffle, _shuffle_possible, _foresee_seat(Shuffling, _shuffle_possible))
DREAM_DAMAGE = Verb(_dream_damage, _dream_damage_possible, _foresee_dream_damage)
PREVENT = Verb(_prevent, _prevent_possible)
PREVENT_EVENT = Verb(_prevent_event, _prevent_possible)
