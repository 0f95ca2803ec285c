"""The resolution of triggered lines in order, new ones before waiting ones (DW63, DW64)."""

from __future__ import annotations

from cards.i18n import line, msg
from engine.dreamweavers.context import EffectContext
from engine.dreamweavers.effects.start import begin
from engine.dreamweavers.facts.plays import AbilityTriggered, LoopEnded
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.frames import INTENT, Ref, ResolveTriggers, Trigger
from engine.dreamweavers.queries.filters import holds
from engine.dreamweavers.queries.repetition import digest
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.topics import Topic
from engine.kernel.machine import Procedure
from engine.kernel.question import PendingOption, QuestionKind

_LONGEST = 200
"""The maximum number of times that a line can cause itself. Its effect is exhausted by then."""


def settle(ref: Referee) -> None:
    """Resolve the waiting triggers before the match continues."""
    waiting = ref.position.waiting
    if not waiting:
        return
    frames = [frame for frame in ref.position.stack if isinstance(frame, ResolveTriggers)]
    if frames:
        for trigger in waiting:
            trigger.causes = list(frames[-1].causes)
    ref.position.waiting = []
    ref.push(ResolveTriggers(todo=waiting))


def ask_which(ref: Referee, frame: ResolveTriggers) -> None:
    """Ask a player which line happens next, unless the lines can't be told apart."""
    triggers = _of_first_player(ref, frame.todo)
    frame.numbers = {}
    if len({(trigger.title, trigger.line, tuple(_about(ref, trigger))) for trigger in triggers}) < 2:
        return
    options: list[PendingOption] = []
    for trigger in triggers:
        about = [ref.title(card) for card, _ in _about(ref, trigger) if card >= 0 and card != trigger.card]
        key = " ".join((trigger.title, str(trigger.line), *about))
        if key in frame.numbers:
            continue
        frame.numbers[key] = frame.todo.index(trigger)
        label = (
            msg("{card}: {about}", card=card_name(trigger.title), about=card_name(about[0]))
            if about
            else card_name(trigger.title)
        )
        options.append(
            PendingOption(key, label, line(ref.pool.line(trigger.title, trigger.line)), subject=trigger.title)
        )
    if len(options) < 2:
        frame.numbers = {}
        return
    ref.ask(
        triggers[0].seat,
        QuestionKind.ONE,
        msg("Several abilities have triggered. Which one happens first?"),
        Topic.TRIGGERS,
        tuple(options),
        cause="DW64",
    )


def _about(ref: Referee, trigger: Trigger) -> list[Ref]:
    """Return the value of "it" for a triggered line, if the line uses it.

    Otherwise, equal triggers can't be told apart.
    """
    return trigger.it if trigger.line in ref.text(trigger.title).lines_about_it else []


def _of_first_player(ref: Referee, todo: list[Trigger]) -> list[Trigger]:
    for seat in ref.turn_order():
        own = [trigger for trigger in todo if trigger.seat == seat]
        if own:
            return own
    return []


def resolve_next(ref: Referee, frame: ResolveTriggers) -> None:
    """Resolve one line if its condition still holds, unless it has only caused itself (DW69)."""
    if not frame.todo:
        frame.step = ""
        return
    choice = frame.take_choice()
    number = frame.numbers[choice[0]] if choice else frame.todo.index(_of_first_player(ref, frame.todo)[0])
    frame.numbers = {}
    trigger = frame.todo.pop(number)
    triggered = ref.text(trigger.title).triggered[trigger.line]
    context = EffectContext(trigger.seat, trigger.card, trigger.tag, trigger.title, list(trigger.it))
    if triggered.condition is not None and not holds(ref, triggered.condition, context):
        frame.step = "ask_which" if frame.todo else ""
        return
    now = (trigger.title, trigger.line, digest(ref))
    same_line = [cause for cause in trigger.causes if cause[:2] == now[:2]]
    if now in trigger.causes or len(same_line) >= _LONGEST:
        ref.emit(LoopEnded(trigger.title), "DW69")
        frame.step = "ask_which" if frame.todo else ""
        return
    frame.causes = [*trigger.causes, now]
    ref.emit(
        AbilityTriggered(trigger.seat, trigger.title, ref.pool.line(trigger.title, trigger.line)),
        trigger.title,
    )
    begin(
        ref,
        trigger.seat,
        trigger.card,
        trigger.tag if trigger.card != INTENT else 0,
        trigger.title,
        trigger.line,
        it=trigger.it,
    )


def settle_new(ref: Referee, frame: ResolveTriggers) -> None:
    """Resolve new triggers first, then the next one."""
    frame.step = "ask_which" if frame.todo else ""
    settle(ref)


RESOLVE_TRIGGERS = Procedure[Referee](ResolveTriggers, ask_which, resolve_next, settle_new)
"""The procedure of resolving triggered lines."""
