"""Triggered abilities: those triggered by an event, their order, and their resolution (§6, §7, R30, R46)."""

from __future__ import annotations

import msgspec

from cards.i18n import Value, line, msg, row, seat_name, title
from cards.voidream.language.tree import (
    Filter,
    Host,
    Noun,
    This,
    Timing,
    Triggered,
    TriggerEvent,
    TriggerType,
    Zone,
)
from engine.kernel.cards.state import EVERYBODY
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind
from engine.voidream.event_kinds import GameEvent, Initiating, Rolling
from engine.voidream.events.lines import begin_line, speak_of
from engine.voidream.events.subjects import Subject, subjects
from engine.voidream.events.trigger_equivalence import COUNT, IT, THIS, WHOSE, looks, references_of
from engine.voidream.facts.actions import AbilityTriggered, LoopEnded
from engine.voidream.facts.deck import Revealed
from engine.voidream.frame_parts import Antecedents, Trigger, TriggerPlace
from engine.voidream.frames import MayGather, ResolveLine, ResolveTriggers
from engine.voidream.mutations.card_knowledge import see
from engine.voidream.position import ARCANA_DISCARD, DECK, DISCARD, HAND, VOID
from engine.voidream.program import MOST
from engine.voidream.queries.characteristics import asks_for_the_face, holds, is_yours, matches, matches_back
from engine.voidream.queries.loops import Loop, loop_of, mark
from engine.voidream.queries.nouns import is_open
from engine.voidream.queries.this_round import is_used, use
from engine.voidream.questions.topics import Topic
from engine.voidream.referee import Referee
from engine.voidream.sources import EffectContext, TriggerSource

# ------------------------------------------------------------------------------------------------ triggering


def announce(ref: Referee, event: GameEvent, timing: Timing) -> list[Trigger]:
    """Return the abilities triggered by an event, for procedures that act as its window."""
    if not ref.is_awaited(event.trigger_types):
        return []
    return triggered_by(ref, event, timing)


def announce_before(ref: Referee, event: GameEvent) -> list[Trigger]:
    """Return an event's Before triggers that haven't resolved before the whole line (§7)."""
    triggers = announce(ref, event, Timing.BEFORE)
    if not triggers:
        return triggers
    gone_off = _gone_off_before_line(ref)
    return [trigger for trigger in triggers if place_of(trigger) not in gone_off]


def triggered_by(
    ref: Referee, event: GameEvent, timing: Timing, before: list[Subject] | None = None
) -> list[Trigger]:
    """Return the abilities with this timing that an event triggers now.

    `before` has the event's subjects before it happened.
    """
    out: list[Trigger] = []
    result = event.result if isinstance(event, Rolling) else 0
    for trigger_type, card, seat, number in subjects(ref, event) if before is None else before:
        for source in ref.trigger_sources(trigger_type):
            if source.ability.timing is timing and _fits(ref, source, event, card, seat):
                out.append(
                    Trigger(
                        source.card, source.title, source.side, source.index, source.seat,
                        it=[card] if card >= 0 else [], n=number, result=result, of=seat,
                    )
                )  # fmt: skip
    return out


def _fits(ref: Referee, source: TriggerSource, event: GameEvent, card: int, seat: int) -> bool:
    ability = source.ability
    cards = [card] if card >= 0 else None
    result = event.result if isinstance(event, Rolling) else 0
    context = ref.context(source.seat, source.card, it=cards, result=result)
    if not is_what_is_awaited(ref, context, ability.event, event, card, seat):
        return False
    if ability.event.what is None and ability.event.trigger_type is TriggerType.INSPIRED:
        if card != source.card:
            return False
    if ability.once and is_used(ref, source.seat, source.card, source.side, source.index):
        return False
    return ability.condition is None or holds(ref, context, ability.condition)


def is_what_is_awaited(
    ref: Referee, context: EffectContext, awaited: TriggerEvent, event: GameEvent, card: int, seat: int
) -> bool:
    """Return whether an event about a card (-1: none) and a player matches the event in a text."""
    if awaited.who is not None and not is_yours(ref, context, awaited.who, seat):
        return False
    if awaited.kind is not None:
        conflict = ref.position.conflict
        kind = event.conflict if isinstance(event, Initiating) else None
        if kind is None:
            kind = conflict.kind if conflict else None
        if kind != awaited.kind:
            return False
    return _is_subject(ref, context, awaited, card)


def _is_subject(ref: Referee, context: EffectContext, awaited: TriggerEvent, card: int) -> bool:
    match awaited.what:
        case None:
            return True
        case This():
            return card == context.card
        case Host():
            return context.card >= 0 and card == ref.cards[context.card].host
        case Filter() as described:
            if card < 0:
                return False
            if awaited.trigger_type in _FACE_DOWN and described.noun in (Noun.CARD, Noun.VEILED_CARD):
                return matches_back(ref, context, described, card)
            if awaited.trigger_type in _FACE_DOWN and not is_open(ref, card):
                return False
            if described.zone is not Zone.IN_PLAY and not _is_in_filter_zone(ref, context, described, card):
                return False
            arriving = awaited.trigger_type is TriggerType.ENTER_PLAY
            return matches(ref, context, described, card, placed=True, noticed=True, arriving=arriving)


def _is_in_filter_zone(ref: Referee, context: EffectContext, described: Filter, card: int) -> bool:
    """Return whether a card is in a filter's zone. Movements are matched before the cards move."""
    state = ref.cards[card]
    if state.zone not in _PLACES[described.zone]:
        return False
    return described.whose is None or state.owner in ref.players(context, described.whose)


Note = tuple[str, int, int]
"""A counter: its key, the seat that is "you" in it, and the card that it happens to, or -1."""


def notes_of(ref: Referee, event: GameEvent) -> list[Note]:
    """Return the counters of a round that an event increases (R117); for leaving cards, evaluated before they leave."""
    remembered = ref.pool.remembered
    if not remembered or remembered.keys().isdisjoint(event.trigger_types):
        return []
    return [
        (filter.key, you, card)
        for trigger_type, card, seat, _ in subjects(ref, event)
        for filter in remembered.get(trigger_type, ())
        for you in range(len(ref.seats))
        if is_what_is_awaited(ref, ref.context(you, -1), filter.event, event, card, seat)
    ]


def note(ref: Referee, event: GameEvent, notes: list[Note] | None = None) -> None:
    """Count an event in this round, unless it was prevented. `notes` are the counters determined before it."""
    if not ref.pool.remembered:
        return
    for key, you, card in notes_of(ref, event) if notes is None else notes:
        cards = ref.position.happened.setdefault(key, [[] for _ in ref.seats])[you]
        if not event.prevented and len(cards) < MOST:
            cards.append(card)
            ref.touch()


_PLACES = {Zone.HAND: (HAND,), Zone.DISCARD: (DISCARD, ARCANA_DISCARD), Zone.VOID: (VOID,)}

_FACE_DOWN = (TriggerType.VEILED, TriggerType.UNVEILED)
"""Events of cards that are face down before or after them, so that only their backs may matter publicly."""


def brought_into_force(
    ref: Referee, event: GameEvent, before: list[Subject], already_triggered: list[Trigger]
) -> list[Trigger]:
    """Return the After triggers of cards that an event moved into piles, where their texts wait for it (R96).

    `before` has the event's subjects before it happened. `already_triggered` are its triggers that were in force before.
    """
    if not ref.piles_may_speak:
        return []
    moved_cards = {card for _, card, _, _ in before}
    places = [place_of(trigger) for trigger in already_triggered]
    return [
        trigger
        for trigger in triggered_by(ref, event, Timing.AFTER, before)
        if trigger.card in moved_cards
        and place_of(trigger) not in places
        and ability_of(ref, trigger).zone is not Zone.IN_PLAY
    ]


def ability_of(ref: Referee, trigger: Trigger) -> Triggered:
    """Return the text of a triggered ability."""
    return ref.pool[trigger.title].sides[trigger.side].triggered[trigger.index]


def place_of(trigger: Trigger) -> TriggerPlace:
    """Return the card and the place of an ability."""
    return (trigger.card, trigger.title, trigger.side, trigger.index)


def _gone_off_before_line(ref: Referee) -> list[TriggerPlace]:
    for frame in reversed(ref.position.stack):
        if isinstance(frame, ResolveLine):
            return frame.gone_off
    return []


# -------------------------------------------------------------------------------------------------------- resolution


def await_end(ref: Referee, triggers: list[Trigger]) -> None:
    """Delay After triggers until the end of the surrounding line or action."""
    if not triggers:
        return
    for frame in reversed(ref.position.stack):
        if isinstance(frame, MayGather) and frame.after is not None:
            frame.gather(triggers)
            return
    raise RuntimeError("an After trigger has nothing to wait for")


def flush(ref: Referee, frame: MayGather) -> bool:
    """Resolve the After triggers that wait for this frame. Return whether there were any."""
    triggers = frame.after
    if not triggers:
        return False
    frame.after = []
    fire(ref, triggers)
    return True


def proclaim(ref: Referee, frame: MayGather, event: GameEvent) -> None:
    """Resolve the When triggers of a procedure's own event. After triggers wait for its frame."""
    note(ref, event)
    frame.gather(announce(ref, event, Timing.AFTER))
    fire(ref, announce(ref, event, Timing.WHEN))


def fire(ref: Referee, triggers: list[Trigger]) -> None:
    """Resolve abilities that triggered simultaneously, in the active player's order."""
    if triggers:
        _reveal_trigger_cards(ref, triggers)
        ref.push(ResolveTriggers(waiting=triggers))


def _reveal_trigger_cards(ref: Referee, triggers: list[Trigger]) -> None:
    """Reveal hidden cards whose faces triggered something before they leave, so that everyone can verify it (R114)."""
    titles_by_card: dict[int, str] = {}
    for trigger in triggers:
        ability = ability_of(ref, trigger)
        described = ability.event.what
        if ability.timing is Timing.AFTER:
            continue
        for card in trigger.it:
            if (
                isinstance(described, Filter)
                and _is_hidden(ref, card)
                and _depends_on_face(ref, described, card)
            ):
                titles_by_card.setdefault(card, trigger.title)
    for card, cause in titles_by_card.items():
        seat = ref.cards[card].owner
        see(ref, [card], EVERYBODY)
        ref.emit(Revealed(seat, of=seat, titles=[ref.title(card)], next=0), cause)


def _is_hidden(ref: Referee, card: int) -> bool:
    return ref.cards[card].zone in (DECK, HAND) and not is_open(ref, card)


def _depends_on_face(ref: Referee, described: Filter, card: int) -> bool:
    """Return whether a filter depends on more than a hidden card's back and place."""
    kind = Noun.ARCANUM if ref.cards[card].zone == HAND else Noun.CARD
    return asks_for_the_face(described) or described.noun not in (kind, Noun.CARD)


def order(ref: Referee, frame: ResolveTriggers) -> None:
    """Ask the active player for the order of both players' triggers. Equal ones aren't asked about (R30)."""
    waiting = frame.waiting
    if len(waiting) < 2 or len({msgspec.json.encode(_as_told_apart(ref, t)) for t in waiting}) < 2:
        return
    options: list[PendingOption] = []
    frame.keys = {}
    seat = max(ref.position.active, 0)
    for number, trigger in enumerate(waiting, 1):
        key = f"{number} {trigger.title}"
        frame.keys[key] = number - 1
        parts: list[Value] = [line(_ability(ref, trigger))]
        if IT in _used_references(ref, trigger) and trigger.it and is_open(ref, trigger.it[0]):
            parts.insert(0, msg("about {card}", card=title(ref.title(trigger.it[0]))))
        label = title(trigger.title)
        if trigger.seat != seat:
            label = msg("{name}'s {card}", name=seat_name(trigger.seat), card=label)
        options.append(PendingOption(key, label, row(*parts, between=", "), subject=trigger.title))
    # The opponent's triggers are last in the default order. Keys are in order of arrival.
    options.sort(key=lambda option: waiting[frame.keys[option.key]].seat != seat)
    ref.ask(
        seat, QuestionKind.ORDER, msg("In which order do they resolve?"), Topic.TRIGGERS,
        tuple(options), minimum=len(options), maximum=len(options), ordered=True, cause="§6 Triggered Ability",
    )  # fmt: skip


def _used_references(ref: Referee, trigger: Trigger) -> frozenset[str]:
    return references_of(ref.pool.program(trigger.title, trigger.side, trigger.index))


def _as_told_apart(ref: Referee, trigger: Trigger) -> list[object]:
    """Return an ability's controller, printed place, and subjects used by its text. Equal keys: one trigger (R30)."""
    spoken = _used_references(ref, trigger)
    return [
        place_of(trigger)[1:],
        trigger.seat,
        trigger.of if WHOSE in spoken else None,
        looks(ref, trigger.card) if THIS in spoken else None,
        [looks(ref, card) for card in trigger.it] if IT in spoken else None,
        [trigger.n, trigger.result] if COUNT in spoken else None,
    ]


def resolve(ref: Referee, frame: ResolveTriggers) -> None:
    """Resolve the next ability. Abilities triggered by it resolve before the others (R46)."""
    choice = frame.take_choice()
    if choice is not None:
        frame.waiting = [frame.waiting[frame.keys[key]] for key in choice]
        frame.keys = {}
    waiting = frame.waiting
    if not waiting:
        return
    frame.step = "resolve"
    trigger = waiting.pop(0)
    is_once = ability_of(ref, trigger).once
    where = (trigger.seat, trigger.card, trigger.side, trigger.index)
    if is_once and is_used(ref, *where):
        return  # It triggered several times simultaneously, and has resolved already.
    current_mark = mark(ref, _told_apart_in_loops(trigger))
    loop = loop_of(ref, current_mark)
    if loop is not None:
        _cut_off(ref, trigger, loop)
        return
    ref.emit(AbilityTriggered(trigger.seat, trigger.title, _ability(ref, trigger)), trigger.title)
    if is_once:
        use(ref, *where)
    line_frame = begin_line(ref, (trigger.title, trigger.side, trigger.index), trigger.seat, trigger.card)
    speak_of(line_frame, Antecedents(trigger.it, trigger.n, trigger.result))
    line_frame.of, line_frame.about, line_frame.mark = trigger.of, trigger.it, current_mark


def _ability(ref: Referee, trigger: Trigger) -> str:
    return ref.pool.text(trigger.title, trigger.side, trigger.index)


TRIGGERS = Procedure(ResolveTriggers, order, resolve)


def _told_apart_in_loops(trigger: Trigger) -> list[str]:
    """Return the identity of a trigger in loops: its place in the text, and its subjects."""
    return [str(part) for part in (*place_of(trigger), trigger.it)]


def _cut_off(ref: Referee, trigger: Trigger, loop: Loop) -> None:
    """Cut off a loop of mandatory triggers when its second round would begin (§7, R33).

    Other waiting triggers of the loop are removed with it. All others resolve, even if the loop triggered them (R110).
    """

    def without_loop(waiting: list[Trigger]) -> list[Trigger]:
        return [
            trigger_waiting
            for trigger_waiting in waiting
            if _told_apart_in_loops(trigger_waiting) not in loop.triggers
        ]

    for frame in ref.position.stack[loop.begins :]:
        if isinstance(frame, ResolveTriggers):
            frame.waiting = without_loop(frame.waiting)
        elif isinstance(frame, MayGather) and frame.after:
            frame.after = without_loop(frame.after)
    ref.emit(LoopEnded(trigger.title), "R33")
