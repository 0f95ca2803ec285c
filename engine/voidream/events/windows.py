"""Event windows: Before, When, it happens, After (§7, R30, R45, R46, R87).

The window of a deed goes: Before triggers, When triggers (which may change or prevent it), it happens, what has fallen
is destroyed, and After triggers wait for the end of the line or action around it. Where nobody listens, a deed happens
at once without a window. What is no longer where it was when the window opened is no longer part of the deed.
"""

from __future__ import annotations

from cards.voidream.language.tree import Timing
from engine.kernel.machine import Procedure
from engine.kernel.position import Frame
from engine.voidream.events.events import DEEDS, GameEvent, is_in_play
from engine.voidream.events.meanwhile import leave_out_what_has_gone, places_of, take_the_top
from engine.voidream.events.perform import perform
from engine.voidream.events.triggers import (
    Trigger,
    announce_before,
    await_end,
    brought_into_force,
    fire,
    place_of,
    triggered_by,
)
from engine.voidream.events.unique import may_leave_a_copy
from engine.voidream.referee import Referee


def do(ref: Referee, deed: GameEvent) -> None:
    """Let a deed happen, through its window if anybody listens.

    What came of it is in the variable `happened` of the frame on top as soon as the window is closed.
    """
    if (
        deed["kind"] == "dream damage"
        or ref.listens(DEEDS[deed["kind"]].happenings)
        or may_leave_a_copy(ref, deed)
    ):
        ref.push("window", deed=deed, found=_found(ref, deed))
    else:
        kind = DEEDS[deed["kind"]]
        subjects = kind.subjects(ref, deed) if kind.leaving and ref.piles_may_speak else None
        perform(ref, deed)
        if not deed.get("prevented") and (subjects or not kind.leaving) and ref.listens(kind.happenings):
            # It has brought a text into force that hears of it: that of another side of a mind, its own (R96).
            await_end(ref, triggered_by(ref, deed, Timing.AFTER, subjects))
        _report(ref, deed)


def _found(ref: Referee, deed: GameEvent) -> dict[str, list[Trigger]]:
    """Return what a deed that has happened already triggers: now, before anything falls for it (§4, R90)."""
    if not DEEDS[deed["kind"]].past:
        return {}
    return {timing.value: triggered_by(ref, deed, timing) for timing in (Timing.WHEN, Timing.AFTER)}


def _report(ref: Referee, deed: GameEvent) -> None:
    """Tell the procedure that wanted the deed what came of it."""
    ref.position.stack[-1].vars["happened"] = deed


def before(ref: Referee, frame: Frame) -> None:
    """Before triggers, unless they went off before the line already."""
    deed: GameEvent = frame.vars["deed"]
    frame.vars["places"] = places_of(ref, deed)
    if not deed.get("announced"):
        fire(ref, announce_before(ref, deed))


def when(ref: Referee, frame: Frame) -> None:
    """When triggers: each once for this deed; they may change it while they resolve."""
    deed: GameEvent = frame.vars["deed"]
    if deed["kind"] == "torn":
        take_the_top(ref, deed)
        frame.vars["places"], frame.vars["displaced"] = places_of(ref, deed), []
    else:
        leave_out_what_has_gone(ref, deed, frame)
    fire(ref, _triggered(ref, frame, Timing.WHEN))


def _triggered(ref: Referee, frame: Frame, timing: Timing) -> list[Trigger]:
    """Return what the deed triggers now, or what it triggered when it happened."""
    found: dict[str, list[Trigger]] = frame.vars.get("found", {})
    return found[timing.value] if found else triggered_by(ref, frame.vars["deed"], timing)


def happen(ref: Referee, frame: Frame) -> None:
    """It happens, unless it was prevented; After triggers begin to wait."""
    deed: GameEvent = frame.vars["deed"]
    kind = DEEDS[deed["kind"]]
    if deed["kind"] != "inspire":  # Whatever its own triggers make of an inspired card, it was inspired.
        leave_out_what_has_gone(ref, deed, frame)
    if deed.get("prevented"):
        deed.update(cards=[], hosts=[], shares={})
        if "before" in deed:
            deed["after"] = deed["before"]
        frame.step = "close"
        return
    if may_leave_a_copy(ref, deed):
        frame.step = "happen"
        ref.push("unique", deed=deed)
        return
    if deed["kind"] == "dream damage":
        frame.vars["heard"] = triggered_by(ref, deed, Timing.AFTER)
        todo = [(int(seat), points) for seat, points in deed["shares"].items() if points > 0]
        ref.push(
            "dream_damage",
            todo=todo,
            reach=deed.get("reach", 0),
            cause=deed["cause"],
            taken={},
            both=len(todo) > 1,
        )
        return
    if kind.leaving:
        subjects = kind.subjects(ref, deed)
        found = triggered_by(ref, deed, Timing.AFTER, subjects)
        perform(ref, deed)
        found += brought_into_force(ref, deed, subjects, found)
    else:
        perform(ref, deed)
        found = [] if deed.get("prevented") else _triggered(ref, frame, Timing.AFTER)
    await_end(ref, found)
    frame.step = "close"


def dealt(ref: Referee, frame: Frame) -> None:
    """Dream damage has been dealt: After triggers begin to wait, also those of constructs that it has destroyed (R46)."""
    deed: GameEvent = frame.vars["deed"]
    found = triggered_by(ref, deed, Timing.AFTER)
    places = [place_of(trigger) for trigger in found]
    heard: list[Trigger] = frame.vars.pop("heard", [])
    for trigger in heard:
        points = deed["shares"].get(str(trigger["of"]), 0)
        if points and place_of(trigger) not in places and not _is_there(ref, trigger["card"]):
            trigger["n"] = points
            found.append(trigger)
    await_end(ref, found)


def _is_there(ref: Referee, card: int) -> bool:
    return card < 0 or is_in_play(ref, card)


def close(ref: Referee, frame: Frame) -> None:
    """Report to whoever wanted it."""
    ref.position.stack.pop()
    _report(ref, frame.vars["deed"])


WINDOW: Procedure = (before, when, happen, dealt, close)
