"""Plans: several actions of a turn, each starting when the previous one is finished.

During other questions, such as an effect's choices or costs, a plan waits for its owner's answer and then continues.
It ends when an action is no longer possible, when the turn is over, or at one of its stop events. By default these
are public (see the rulings on waits).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cards.dreamweavers.language.words import KeywordName
from cards.i18n import Message, line, msg, row
from engine.dreamweavers.facts.terms import card_name
from engine.dreamweavers.orders import durations
from engine.dreamweavers.queries.filters import has
from engine.dreamweavers.referee import Referee, Source
from engine.dreamweavers.topics import OptionVerb, Topic
from engine.dreamweavers.turns.legality import abilities
from engine.dreamweavers.turns.options import EGO_TARGET, ability_key
from engine.dreamweavers.turns.why_not import why_not
from engine.kernel.orders.kind import OWN, TURN
from engine.kernel.orders.plan import (
    PlanAct,
    PlanKind,
    PlanLines,
    PlannedStep,
    PlanParameters,
    PlanStep,
    PlanWhen,
)
from engine.kernel.question import Choice, OptionSubject, PendingQuestion

NAME = "plan"
MOVE = "move"
"""The condition of every step: the owner's next move in a Main Phase."""
MOST_STEPS = 8
USUAL = (durations.ANSWERED, durations.FEELING, durations.LOST, durations.MOVED)

_MOST = 25
_WITHOUT = (OptionVerb.REFRESH, OptionVerb.LET_GO)


def _spans(ref: Referee, seat: int) -> Sequence[str]:
    if durations.is_setting_up(ref):
        return []
    return [TURN if ref.position.active == seat else OWN]


def _whens(ref: Referee, seat: int) -> Sequence[PlanWhen]:
    acts = tuple(
        replace(act, things=act.things[:_MOST]) for act in _acts(ref, seat) if act.least == 0 or act.things
    )
    return (PlanWhen(MOVE, msg("it is your move"), acts),)


def _acts(ref: Referee, seat: int) -> list[PlanAct]:
    """Return the actions of a step. Cards of the hand include the actions that they allow once they are played."""
    state = ref.seats[seat]
    hand = sorted(state.hand, key=lambda card: (ref.printed(card).card.cost, ref.title(card)))
    plays = [(ref.title(card), card_name(ref.title(card))) for card in hand]
    hand_sources = [Source(seat, card, ref.cards[card].tag, ref.title(card)) for card in hand]
    all_abilities = abilities(ref, seat) + [
        (source, number) for source in hand_sources for number in ref.text(source.title).abilities
    ]
    uses = [
        (ability_key(ref, source, number).partition(" ")[2], _ability_words(ref, source, number))
        for source, number in all_abilities
    ]
    targets = [EGO_TARGET, *(ref.title(card) for card in ref.seats[ref.other(seat)].thoughts)]
    attackers = [*state.thoughts, *(card for card in hand if has(ref, card, KeywordName.QUICK))]
    attacks = [
        (OptionSubject(ref.title(card), aim=target).text, _attack_words(ref.title(card), target))
        for card in attackers
        for target in targets
    ]
    return [
        PlanAct(OptionVerb.PLAY, msg("Play …"), tuple(plays), 1, 1),
        PlanAct(OptionVerb.ATTACK, msg("Attack …"), tuple(attacks), 1, 1),
        PlanAct(OptionVerb.ACTIVATE, msg("Use …"), tuple(uses), 1, 1),
        PlanAct(OptionVerb.REFRESH, msg("Refresh")),
        PlanAct(OptionVerb.LET_GO, msg("End turn")),
    ]


def _ability_words(ref: Referee, source: Source, number: int) -> Message:
    """Return a card whose ability is used, with the line if it has several."""
    if len(ref.text(source.title).abilities) == 1:
        return card_name(source.title)
    text = line(ref.pool.line(source.title, number))
    return msg("{card}: {effect}", card=card_name(source.title), effect=text)


def _attack_words(attacker: str, target: str) -> Message:
    if target == EGO_TARGET:
        return msg("{card} attacks the Ego", card=card_name(attacker))
    return msg("{card} attacks {target}", card=card_name(attacker), target=card_name(target))


def _key(step: PlanStep) -> str:
    return step.act if step.act in _WITHOUT else f"{step.act} {step.things[0]}" if step.things else step.act


def _step_words(step: PlanStep) -> Message:
    match step.act:
        case OptionVerb.REFRESH:
            return msg("refresh")
        case OptionVerb.LET_GO:
            return msg("end the turn")
        case _ if not step.things:
            return row("…")
        case OptionVerb.ATTACK:
            about = OptionSubject.read(step.things[0])
            return _attack_words(about.name, about.aim)
        case OptionVerb.PLAY:
            return msg("play {card}", card=card_name(step.things[0]))
        case _:
            return msg("use {card}", card=card_name(step.things[0].rstrip(" 123456789")))


def _sentence(step: PlanStep, place: int) -> Message:
    words = _step_words(step) if step.act else row("…")
    return msg("Then {what}.", what=words) if place else msg("First {what}.", what=words)


def _read(ref: Referee, seat: int, step: PlanStep, place: int, sentence: Message) -> PlannedStep:
    """Return the state of the first step. Later steps can't be judged yet."""
    is_known = place == 0 and bool(step.act) and ref.position.active == seat
    reason = why_not(ref, seat, _key(step)) if is_known else None
    return PlannedStep(sentence, reason.sentence if reason else None, is_known)


def _wrong(ref: Referee, seat: int, lines: PlanLines) -> Message | None:
    if any(step.act == OptionVerb.LET_GO for step in lines[0][:-1]):
        return msg("Nothing can follow ending the turn.")
    question = ref.position.questions.get(seat)
    if question is None or question.topic != Topic.ACTION:
        return None
    answer = _answer(ref, seat, lines[0][0], question)
    return answer if isinstance(answer, Message) else None


def _answer(ref: Referee, seat: int, step: PlanStep, question: PendingQuestion) -> Choice | Message:
    key = _key(step)
    if any(option.key == key for option in question.options):
        return (key,)
    reason = why_not(ref, seat, key)
    return msg("Its choice isn't possible.") if reason is None else reason.sentence


PLANNING = PlanKind(
    name=NAME,
    parameters=PlanParameters,
    spans=(TURN, OWN),
    spans_now=_spans,
    stops=(*USUAL, durations.DAMAGE, durations.NAMED),
    usual=USUAL,
    most_lines=1,
    most_steps=MOST_STEPS,
    whens=_whens,
    concerns=lambda question: question.topic == Topic.ACTION,
    answer=_answer,
    sentence_of=lambda step, line, place: _sentence(step, place),
    read_step=_read,
    more_wrong=_wrong,
)
