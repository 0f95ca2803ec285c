"""Event windows (§6, §7, R30, R40, R45, R46, R87, R98).

The window of an event is: Before triggers, When triggers (which may change or prevent it), the event, destruction of
fallen cards; After triggers wait for the end of the line or action around it. Without any waiting ability, an event
happens immediately without a window. Cards that have moved since the window opened are no longer part of the event.
"""

from __future__ import annotations

from cards.i18n import msg, title
from cards.voidream.language.tree import Ban, Stat, Timing
from cards.voidream.model import Kind
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream import event_kinds as kinds
from engine.voidream.event_kinds import Destroying, DreamDamagePoint, EventOfDiscarding, GameEvent
from engine.voidream.events.performance import perform
from engine.voidream.events.subjects import is_in_play, subjects
from engine.voidream.events.triggers import (
    announce_before,
    await_end,
    brought_into_force,
    fire,
    note,
    notes_of,
    place_of,
    triggered_by,
)
from engine.voidream.frame_parts import CardPlace, Trigger
from engine.voidream.frames import DealDreamDamage, EventWindow, OfferCopies
from engine.voidream.position import DECK, PLAY
from engine.voidream.queries.characteristics import stat
from engine.voidream.queries.restrictions import is_banned
from engine.voidream.questions.topics import OptionVerb, Topic
from engine.voidream.referee import Referee


def may_leave_a_copy(ref: Referee, event: GameEvent) -> bool:
    """Return whether a host could give up an attached copy instead of being discarded (§6 Unique, R40)."""
    if not isinstance(event, EventOfDiscarding) or event.copies is not None:
        return False
    return any(_copy_under(ref, card) is not None for card in event.cards)


def _copy_under(ref: Referee, card: int) -> int | None:
    state = ref.cards[card]
    if state.zone != PLAY or state.veiled or ref.printed[card].kind is not Kind.ENTITY:
        return None
    return next((c for c in state.attached if ref.cards[c].face_up and ref.title(c) == state.title), None)


def offer_copies(ref: Referee, frame: OfferCopies) -> None:
    """Ask the controllers of hosts, the active player first, whether to discard the copy instead (§6 Unique, R40)."""
    event, asked_hosts = frame.event, frame.asked
    assert isinstance(event, EventOfDiscarding)
    if frame.take_choice() == ["yes"]:
        copy = _copy_under(ref, asked_hosts[-1])
        if copy is not None:
            frame.copies[asked_hosts[-1]] = copy
    for card in sorted(event.cards, key=lambda card: ref.cards[card].controller != ref.position.active):
        if card in asked_hosts or _copy_under(ref, card) is None:
            continue
        if isinstance(event, Destroying) and is_banned(ref, card, Ban.DESTROYED):
            continue
        asked_hosts.append(card)
        frame.step = "offer_copies"
        name = title(ref.title(card))
        ref.ask(
            ref.cards[card].controller, QuestionKind.YES_NO,
            msg("Discard the copy under {card} instead of {card} itself?", card=name),
            Topic.COPY,
            (
                PendingOption("yes", msg("Discard the copy"), verb=OptionVerb.DISCARD_COPY),
                PendingOption("no", msg("Discard {card}", card=name), verb=OptionVerb.LET_GO, subject=ref.title(card)),
            ),
            cause="§6 Unique", subject=ref.title(card),
        )  # fmt: skip
        return
    window = ref.position.stack[-2]
    assert isinstance(window, EventWindow)
    event.copies = frame.copies
    window.event = frame.event


UNIQUE = Procedure(OfferCopies, offer_copies)


def places_of(ref: Referee, event: GameEvent) -> list[CardPlace]:
    """Return the places of the cards that an event is about to affect, including future hosts."""
    return [(card, ref.cards[card].zone, ref.cards[card].tag) for card in event.about()]


def leave_out_what_has_gone(ref: Referee, event: GameEvent, window: EventWindow) -> None:
    """Remove cards that triggers have moved away or saved from an event. Without any cards left, it is prevented.

    R87; R98 for cards that have stability left again; R101 within a deck.
    """
    places, displaced = window.places, window.displaced
    moved = [card for card, zone, tag in places if (ref.cards[card].zone, ref.cards[card].tag) != (zone, tag)]
    moved += [card for card, zone, _ in places if zone == DECK and card in displaced and card not in moved]
    if isinstance(event, Destroying) and event.used_up:
        moved += [card for card in event.cards if card not in moved and not is_used_up(ref, card)]
    if not moved or event.prevented:
        return
    event.short = True
    event.leave_out(moved)
    event.prevented = event.gone = not event.is_about_anything()


def take_the_top(ref: Referee, event: DreamDamagePoint) -> None:
    """Apply a point of Dream damage to the top card once Before triggers have resolved (R113)."""
    event.cards = [card for card in ref.seats[event.seat].deck[:1] if not ref.cards[card].face_up]
    if not event.cards:
        event.prevented = event.gone = event.elsewhere = True


def is_used_up(ref: Referee, card: int) -> bool:
    """Return whether an entity or construct has damage up to its stability, or none left (§4, R44)."""
    damage = ref.cards[card].damage
    if not damage and ref.printed[card].kind is Kind.BASTION:
        return False
    return damage >= stat(ref, card, Stat.STABILITY) and not is_banned(ref, card, Ban.DESTROYED)


def do(ref: Referee, event: GameEvent) -> None:
    """Perform an event, through its window if any ability waits for it.

    The event with its result is in `happened` of the top frame as soon as the window is closed.
    """
    if (
        isinstance(event, kinds.DamagingDreams)
        or ref.is_awaited(event.trigger_types)
        or may_leave_a_copy(ref, event)
    ):
        ref.push(EventWindow(event=event, found=_triggers_after(ref, event)))
    else:
        leaving = event.leaving
        subjects_before = subjects(ref, event) if leaving and ref.piles_may_speak else None
        notes = notes_of(ref, event) if leaving else None
        perform(ref, event)
        note(ref, event, notes)
        if not event.prevented and (subjects_before or not leaving) and ref.is_awaited(event.trigger_types):
            # It has activated a text that it triggers: of another side of a mind, or its own (R96).
            await_end(ref, triggered_by(ref, event, Timing.AFTER, subjects_before))
        _report(ref, event)


def _triggers_after(ref: Referee, event: GameEvent) -> dict[str, list[Trigger]]:
    """Return the triggers of an event that has already happened, before it destroys anything (§4, R90)."""
    if not event.past:
        return {}
    return {timing.value: triggered_by(ref, event, timing) for timing in (Timing.WHEN, Timing.AFTER)}


def _report(ref: Referee, event: GameEvent) -> None:
    """Give the event with its result to the procedure that requested it."""
    ref.position.stack[-1].happened = event


def before(ref: Referee, frame: EventWindow) -> None:
    """Resolve Before triggers, unless they resolved before the whole line."""
    event = frame.event
    frame.places = places_of(ref, event)
    if not event.announced:
        fire(ref, announce_before(ref, event))


def when(ref: Referee, frame: EventWindow) -> None:
    """Resolve When triggers, each once for this event. They may change it while they resolve."""
    event = frame.event
    if isinstance(event, kinds.DreamDamagePoint):
        take_the_top(ref, event)
        frame.places, frame.displaced = places_of(ref, event), []
    else:
        leave_out_what_has_gone(ref, event, frame)
    fire(ref, _triggered(ref, frame, Timing.WHEN))


def _triggered(ref: Referee, frame: EventWindow, timing: Timing) -> list[Trigger]:
    """Return the triggers of the event: current ones, or those found when it happened."""
    return frame.found[timing.value] if frame.found else triggered_by(ref, frame.event, timing)


def happen(ref: Referee, frame: EventWindow) -> None:
    """Perform the event, unless it was prevented. After triggers begin to wait."""
    event = frame.event
    if not isinstance(event, kinds.Inspiring):
        # A card was inspired whatever its own triggers do to it.
        leave_out_what_has_gone(ref, event, frame)
    if event.prevented:
        event.clear()
        frame.step = "close"
        return
    if may_leave_a_copy(ref, event):
        frame.step = "happen"
        ref.push(OfferCopies(event=event))
        return
    if isinstance(event, kinds.DamagingDreams):
        frame.heard = triggered_by(ref, event, Timing.AFTER)
        todo = [(seat, points) for seat, points in event.shares.items() if points > 0]
        ref.push(DealDreamDamage(todo=todo, reach=event.reach, cause=event.cause, both=len(todo) > 1))
        return
    if event.leaving:
        leaving = subjects(ref, event)
        triggers = triggered_by(ref, event, Timing.AFTER, leaving)
        notes = notes_of(ref, event)
        perform(ref, event)
        note(ref, event, notes)
        triggers += brought_into_force(ref, event, leaving, triggers)
    else:
        perform(ref, event)
        note(ref, event)
        triggers = [] if event.prevented else _triggered(ref, frame, Timing.AFTER)
    await_end(ref, triggers)
    frame.step = "close"


def dealt(ref: Referee, frame: EventWindow) -> None:
    """Collect After triggers once Dream damage is dealt, including those of constructs that it destroyed (R46)."""
    event = frame.event
    assert isinstance(event, kinds.DamagingDreams)
    note(ref, event)
    triggers = triggered_by(ref, event, Timing.AFTER)
    places = [place_of(trigger) for trigger in triggers]
    heard, frame.heard = frame.heard, []
    for trigger in heard:
        points = event.shares.get(trigger.of, 0)
        if points and place_of(trigger) not in places and not _is_there(ref, trigger.card):
            trigger.n = points
            triggers.append(trigger)
    await_end(ref, triggers)


def _is_there(ref: Referee, card: int) -> bool:
    return card < 0 or is_in_play(ref, card)


def close(ref: Referee, frame: EventWindow) -> None:
    """Report to the procedure that requested the event."""
    ref.position.stack.pop()
    _report(ref, frame.event)


WINDOW = Procedure(EventWindow, before, when, happen, dealt, close)
