"""Plans: several actions of a turn lined up in one sitting, each begun when the one before is finished.

A plan goes from step to step. While its owner is asked something else, such as what a card of theirs names or is paid with,
it waits, and goes on once they have decided it. It ends when an action is not possible any more, when the turn is over, or
when one of its stops has happened; by default it stops on public happenings (see the rulings on what costs a wait).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Message, line, msg, row
from cards.i18n import title as said
from engine.dreamweavers.facts import TurnBegan
from engine.dreamweavers.orders import spans, stops
from engine.dreamweavers.orders.kind import OrderKind
from engine.dreamweavers.queries.matching import has
from engine.dreamweavers.referee import Referee, Source
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.options import AT, EGO_TARGET, ability_key
from engine.dreamweavers.turns.reasons import abilities
from engine.dreamweavers.turns.why_not import why_not
from engine.kernel.events.event import Seen, TakenBack
from engine.kernel.orders import (
    Order,
    Ordered,
    OrderForm,
    PlanAct,
    PlanForm,
    PlanLines,
    PlannedStep,
    PlanStep,
    PlanWhen,
    lines_in,
)
from engine.kernel.question import Asked

NAME = "plan"
MOVE = "move"
"""What every step waits for: the next move of one's own in a Main Phase."""
MOST_STEPS = 8
USUAL = (stops.ANSWERED, stops.FEELING, stops.LOST, stops.MOVED)
STOPS = (*USUAL, stops.DAMAGE, stops.NAMED)

_PLACE = "at"
_MOST = 25
_WITHOUT = (OptionVerb.REFRESH, OptionVerb.LET_GO)


def form(ref: Referee, seat: int) -> PlanForm | None:
    """Return what a seat could make a plan of now; None while the match is being set up."""
    if spans.is_setting_up(ref):
        return None
    acts = tuple(
        replace(act, things=act.things[:_MOST]) for act in _acts(ref, seat) if act.least == 0 or act.things
    )
    known = _spans(ref, seat)
    order = Order(
        NAME, {_PLACE: 0, "lines": [], **spans.moment(ref), **spans.given(ref, seat)}, USUAL, known[0], past=0
    )
    return PlanForm(
        order,
        (PlanWhen(MOVE, msg("it is your move"), acts),),
        stops.choices(STOPS, USUAL),
        tuple((span, spans.UNTIL[span]) for span in known),
        1,
        MOST_STEPS,
    )


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    if spans.is_setting_up(ref):
        return []
    return [spans.TURN if ref.position.active == seat else spans.OWN]


def _acts(ref: Referee, seat: int) -> list[PlanAct]:
    """What can be said in a step: also of cards of the hand what could be done with them once they are played."""
    state = ref.seats[seat]
    hand = sorted(state.hand, key=lambda card: (ref.printed(card).card.cost, ref.title(card)))
    plays = [(ref.title(card), said(ref.title(card))) for card in hand]
    held = [Source(seat, card, ref.cards[card].tag, ref.title(card)) for card in hand]
    known = abilities(ref, seat) + [
        (source, number) for source in held for number in ref.text(source.title).abilities
    ]
    uses = [
        (ability_key(ref, source, number).partition(" ")[2], _ability_words(ref, source, number))
        for source, number in known
    ]
    targets = [EGO_TARGET, *(ref.title(card) for card in ref.seats[ref.other(seat)].thoughts)]
    attackers = [*state.thoughts, *(card for card in hand if has(ref, card, KeywordName.QUICK))]
    attacks = [
        (f"{ref.title(card)}{AT}{target}", _attack_words(ref.title(card), target))
        for card in attackers
        for target in targets
    ]
    return [
        PlanAct(OptionVerb.PLAY, msg("Play …"), tuple(plays), 1, 1),
        PlanAct(OptionVerb.ATTACK, msg("Attack …"), tuple(attacks), 1, 1),
        PlanAct(OptionVerb.ACTIVATE, msg("Use …"), tuple(uses), 1, 1),
        PlanAct(OptionVerb.REFRESH, msg("Refresh")),
        PlanAct(OptionVerb.LET_GO, msg("Let go")),
    ]


def _ability_words(ref: Referee, source: Source, number: int) -> Message:
    """A card whose ability is used; with the line, where it has more than one."""
    if len(ref.text(source.title).abilities) == 1:
        return said(source.title)
    text = line(ref.pool.line(source.title, number))
    return msg("{card}: {effect}", card=said(source.title), effect=text)


def _attack_words(attacker: str, target: str) -> Message:
    if target == EGO_TARGET:
        return msg("{card} attacks the Ego", card=said(attacker))
    return msg("{card} attacks {target}", card=said(attacker), target=said(target))


def read(ref: Referee, seat: int, order: Order) -> Sequence[Sequence[PlannedStep]]:
    """Return the steps of a plan in words, and how the next one stands by what its owner knows."""
    out: list[list[PlannedStep]] = []
    for planned in lines_in(order) or ():
        steps: list[PlannedStep] = []
        for place, step in enumerate(planned):
            reason = None
            is_known = place == int(order.said[_PLACE]) and bool(step.act) and ref.position.active == seat
            if is_known:
                reason = why_not(ref, seat, _key(step))
            steps.append(PlannedStep(_sentence(step, place), reason.sentence if reason else None, is_known))
        out.append(steps)
    return out


def _key(step: PlanStep) -> str:
    return step.act if step.act in _WITHOUT else f"{step.act} {step.things[0]}" if step.things else step.act


def _step_words(step: PlanStep) -> Message:
    match step.act:
        case OptionVerb.REFRESH:
            return msg("refresh")
        case OptionVerb.LET_GO:
            return msg("let go")
        case _ if not step.things:
            return row("…")
        case OptionVerb.ATTACK:
            attacker, _, target = step.things[0].partition(AT)
            return _attack_words(attacker, target)
        case OptionVerb.PLAY:
            return msg("play {card}", card=said(step.things[0]))
        case _:
            return msg("use {card}", card=said(step.things[0].rstrip(" 123456789")))


def _sentence(step: PlanStep, place: int) -> Message:
    what = _step_words(step) if step.act else row("…")
    return msg("Then {what}.", what=what) if place else msg("First {what}.", what=what)


def _wrong(ref: Referee, seat: int, order: Order) -> Message | None:
    lines = lines_in(order)
    if lines is None or order.past != 0 or order.said.get(_PLACE) != 0:
        return msg("This is no plan.")
    if len(lines) != 1 or not lines[0]:
        return msg("A plan has at least one step.")
    if len(lines[0]) > MOST_STEPS:
        return msg("A plan has at most {n} steps.", n=MOST_STEPS)
    acts = {act.key: act for act in _acts(ref, seat)}
    for step in lines[0]:
        act = acts.get(step.act)
        if act is None or step.when != MOVE:
            return msg("A step of the plan says what can't be done.")
        if len(step.things) != (1 if act.least else 0):
            return msg("A step of the plan does not say with what.")
        if act.least and step.things[0] not in {key for key, _ in act.things}:
            return msg("A step of the plan names a card that can't be named any more. Make it anew.")
    if any(step.act == OptionVerb.LET_GO for step in lines[0][:-1]):
        return msg("Nothing can be done after letting go: it ends the turn.")
    question = ref.position.questions.get(seat)
    if question is None or question.topic != Topic.ACTION:
        return None
    return _why_impossible(ref, seat, _key(lines[0][0]), question)


def _why_impossible(ref: Referee, seat: int, key: str, question: Asked) -> Message | None:
    """Return why an action can't be chosen now; None if it can."""
    if any(option.key == key for option in question.options):
        return None
    reason = why_not(ref, seat, key)
    return msg("What it says can't be chosen.") if reason is None else reason.sentence


def _nothing(ref: Referee, seat: int, order: Order, question: Asked) -> Ordered:
    return Ordered()


def _go_on(ref: Referee, seat: int, order: Order, question: Asked, happened: Sequence[Seen]) -> Ordered:
    if any(isinstance(event.fact, TakenBack) for event in happened):
        return Ordered(ended=msg("Something was taken back since it was given."))
    steps = _steps(order)
    place = int(order.said[_PLACE])
    if place >= len(steps):
        return Ordered(ended=msg("It has been carried out."))
    if place and any(isinstance(event.fact, TurnBegan) for event in happened[order.past or 0 :]):
        return Ordered(ended=msg("The turn is over."))
    if question.topic != Topic.ACTION:
        return Ordered()
    key = _key(steps[place])
    why = _why_impossible(ref, seat, key, question)
    if why is not None:
        return Ordered(ended=msg("It could not be carried out: {why}", why=why))
    after = replace(order, said={**order.said, _PLACE: place + 1}, past=len(happened))
    return Ordered((key,), after=after)


def _steps(order: Order) -> tuple[PlanStep, ...]:
    lines: PlanLines = lines_in(order) or ()
    return lines[0] if lines else ()


def _words(order: Order) -> Message:
    steps = _steps(order)[int(order.said[_PLACE]) :]
    sentences = [_sentence(step, n) for n, step in enumerate(steps)]
    return row(*sentences) if sentences else msg("A plan that has been carried out.")


def _no_forms(ref: Referee, seat: int) -> Sequence[OrderForm]:
    return []


PLANNING = OrderKind(
    _no_forms, _spans, _wrong, _nothing, _words, stops=STOPS, given=spans.given, goes_on=_go_on
)
