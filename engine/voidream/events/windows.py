"""Event windows: Before, When, it happens, After (§7, R30, R45, R46, R87).

The window of a deed goes: Before triggers, When triggers (which may change or prevent it), it happens, what has fallen
is destroyed, and After triggers wait for the end of the line or action around it. Where nobody listens, a deed happens
at once without a window. What is no longer where it was when the window opened is no longer part of the deed.
"""

from __future__ import annotations

from cards.voidream.language.tree import Timing
from engine.kernel.machine import Procedure
from engine.voidream.events import events as events_events
from engine.voidream.events.events import GameEvent
from engine.voidream.events.meanwhile import leave_out_what_has_gone, places_of, take_the_top
from engine.voidream.events.perform import perform
from engine.voidream.events.subjects import is_in_play, subjects
from engine.voidream.events.triggers import (
    announce_before,
    await_end,
    brought_into_force,
    fire,
    place_of,
    triggered_by,
)
from engine.voidream.events.unique import may_leave_a_copy
from engine.voidream.frames import DealDreamDamage, EventWindow, OfferCopies, Trigger
from engine.voidream.referee import Referee


def do(ref: Referee, deed: GameEvent) -> None:
    """Let a deed happen, through its window if anybody listens.

    What came of it is in `happened` of the frame on top as soon as the window is closed.
    """
    if (
        isinstance(deed, events_events.DamagingDreams)
        or ref.listens(deed.happenings)
        or may_leave_a_copy(ref, deed)
    ):
        ref.push(EventWindow(deed=deed, found=_found(ref, deed)))
    else:
        leaving = deed.leaving
        before = subjects(ref, deed) if leaving and ref.piles_may_speak else None
        perform(ref, deed)
        if not deed.prevented and (before or not leaving) and ref.listens(deed.happenings):
            # It has brought a text into force that hears of it: that of another side of a mind, its own (R96).
            await_end(ref, triggered_by(ref, deed, Timing.AFTER, before))
        _report(ref, deed)


def _found(ref: Referee, deed: GameEvent) -> dict[str, list[Trigger]]:
    """Return what a deed that has happened already triggers: now, before anything falls for it (§4, R90)."""
    if not deed.past:
        return {}
    return {timing.value: triggered_by(ref, deed, timing) for timing in (Timing.WHEN, Timing.AFTER)}


def _report(ref: Referee, deed: GameEvent) -> None:
    """Tell the procedure that wanted the deed what came of it."""
    ref.position.stack[-1].happened = deed


def before(ref: Referee, frame: EventWindow) -> None:
    """Before triggers, unless they went off before the line already."""
    deed = frame.deed
    frame.places = places_of(ref, deed)
    if not deed.announced:
        fire(ref, announce_before(ref, deed))


def when(ref: Referee, frame: EventWindow) -> None:
    """When triggers: each once for this deed; they may change it while they resolve."""
    deed = frame.deed
    if isinstance(deed, events_events.Tearing):
        take_the_top(ref, deed)
        frame.places, frame.displaced = places_of(ref, deed), []
    else:
        leave_out_what_has_gone(ref, deed, frame)
    fire(ref, _triggered(ref, frame, Timing.WHEN))


def _triggered(ref: Referee, frame: EventWindow, timing: Timing) -> list[Trigger]:
    """Return what the deed triggers now, or what it triggered when it happened."""
    return frame.found[timing.value] if frame.found else triggered_by(ref, frame.deed, timing)


def happen(ref: Referee, frame: EventWindow) -> None:
    """It happens, unless it was prevented; After triggers begin to wait."""
    deed = frame.deed
    if not isinstance(deed, events_events.Inspiring):
        # Whatever its own triggers make of an inspired card, it was inspired.
        leave_out_what_has_gone(ref, deed, frame)
    if deed.prevented:
        deed.clear()
        frame.step = "close"
        return
    if may_leave_a_copy(ref, deed):
        frame.step = "happen"
        ref.push(OfferCopies(deed=deed))
        return
    if isinstance(deed, events_events.DamagingDreams):
        frame.heard = triggered_by(ref, deed, Timing.AFTER)
        todo = [(seat, points) for seat, points in deed.shares.items() if points > 0]
        ref.push(DealDreamDamage(todo=todo, reach=deed.reach, cause=deed.cause, both=len(todo) > 1))
        return
    if deed.leaving:
        leaving = subjects(ref, deed)
        found = triggered_by(ref, deed, Timing.AFTER, leaving)
        perform(ref, deed)
        found += brought_into_force(ref, deed, leaving, found)
    else:
        perform(ref, deed)
        found = [] if deed.prevented else _triggered(ref, frame, Timing.AFTER)
    await_end(ref, found)
    frame.step = "close"


def dealt(ref: Referee, frame: EventWindow) -> None:
    """Dream damage has been dealt: After triggers begin to wait, also those of constructs that it has destroyed (R46)."""
    deed = frame.deed
    assert isinstance(deed, events_events.DamagingDreams)
    found = triggered_by(ref, deed, Timing.AFTER)
    places = [place_of(trigger) for trigger in found]
    heard, frame.heard = frame.heard, []
    for trigger in heard:
        points = deed.shares.get(trigger.of, 0)
        if points and place_of(trigger) not in places and not _is_there(ref, trigger.card):
            trigger.n = points
            found.append(trigger)
    await_end(ref, found)


def _is_there(ref: Referee, card: int) -> bool:
    return card < 0 or is_in_play(ref, card)


def close(ref: Referee, frame: EventWindow) -> None:
    """Report to whoever wanted it."""
    ref.position.stack.pop()
    _report(ref, frame.deed)


WINDOW = Procedure(EventWindow, before, when, happen, dealt, close)
