"""Plans for a turn or a block, and sheets with their steps (DD91, DD93, DD96, DD97, DD122).

A step is an act of a turn, or an answer within an attack or a block: the target, the helpers. Steps without a
question, such as the only target, are skipped. The plan stops as soon as a step is impossible, a text offers a choice,
or its owner gets new cards in hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from cards.dreams_of_dystopia.language.words import Noun, Step
from cards.i18n import Message, line, msg, row, series, title
from engine.dreams_of_dystopia.effects.choices import player_option, seat_of_key
from engine.dreams_of_dystopia.facts.cards import Drew, Searched, TookBack
from engine.dreams_of_dystopia.numbers import fame_needed
from engine.dreams_of_dystopia.orders import durations
from engine.dreams_of_dystopia.players.plans import ACQUIRE, MOVE, PLAN
from engine.dreams_of_dystopia.program import CompiledSide
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.topics import OptionVerb, Topic
from engine.dreams_of_dystopia.turns.combat import can_block
from engine.dreams_of_dystopia.turns.main_phase import can_attack
from engine.dreams_of_dystopia.turns.why_not import why_not
from engine.dreams_of_dystopia.zones import HAND
from engine.kernel.events.event import SeenEvent
from engine.kernel.orders import plan
from engine.kernel.orders.kind import OWN, TURN
from engine.kernel.question import Choice, PendingQuestion

ATTACKING, SUPPORTING, ATTACKED = "attacking", "supporting", "attacked"
"""The conditions of a step, in addition to the owner's move."""
FEWEST_LP, MOST_LP, MOST_FAME = "fewest LP", "most LP", "most FAME"
"""Targets that are determined at the time of the attack (DD122)."""

_WHEN: Mapping[str, str] = {
    Topic.ACT: MOVE,
    Topic.TARGET: ATTACKING,
    Topic.SUPPORT_ATTACK: SUPPORTING,
    Topic.SUPPORT_BLOCK: SUPPORTING,
    Topic.BLOCK: ATTACKED,
}
_BY_SCORE: Mapping[str, tuple[Message, Callable[[Referee, int], int]]] = {
    FEWEST_LP: (msg("the player with the fewest LP"), lambda m, seat: -m.seat(seat).lp),
    MOST_LP: (msg("the player with the most LP"), lambda m, seat: m.seat(seat).lp),
    MOST_FAME: (msg("the player with the most Fame"), lambda m, seat: m.seat(seat).fame),
}
_VERBS: Mapping[str, tuple[str, ...]] = {
    OptionVerb.ATTACK: (OptionVerb.ATTACK_AGAIN, OptionVerb.ATTACK),
    OptionVerb.BLOCK: (OptionVerb.BLOCK_AGAIN, OptionVerb.BLOCK),
    ACQUIRE: (OptionVerb.RECRUIT, OptionVerb.PURCHASE),
}
"""The verbs of acts with several kinds of options. A Minion kept on the table costs nothing, so it comes first."""
_LAST = (ACQUIRE, OptionVerb.END)
"""The acts that are possible after acquiring a card (DD13)."""
_MOST_STEPS = 12
_COPY = "#"
"""Separates a title from the number of a further copy."""


# ---------------------------------------------------------------------------------------------------- plannable steps


def _whens(m: Referee, seat: int) -> Sequence[plan.PlanWhen]:
    """Return the conditions of steps, with their acts: for an attacked player those of a block, else those of a turn."""
    helpers = plan.PlanAct(OptionVerb.HELPER, msg("Add in this order …"), _helpers(m, seat), 0, 8)
    supporting = plan.PlanWhen(SUPPORTING, msg("helpers can be added"), (helpers,))
    if _is_attacked(m, seat):
        blockers = _named(side.title for side in _sides(m, seat, Step.BLOCK) if can_block(side))
        block = [plan.PlanAct(OptionVerb.BLOCK, msg("Block with …"), blockers, 1, 1)] if blockers else []
        none = plan.PlanAct(OptionVerb.NO_BLOCK, msg("Don't block"))
        return (plan.PlanWhen(ATTACKED, msg("you are attacked"), (*block, none)), supporting)
    by_score = tuple((key, name) for key, (name, _) in _BY_SCORE.items())
    named = tuple((f"seat {other}", _player(other)) for other in m.opponents(seat))
    target = plan.PlanAct(OptionVerb.TARGET, msg("Attack …"), (*named, *by_score), 1, 1)
    return (
        plan.PlanWhen(MOVE, msg("it is your move"), tuple(_acts(m, seat))),
        plan.PlanWhen(ATTACKING, msg("you choose a player to attack"), (target,)),
        supporting,
    )


def _is_attacked(m: Referee, seat: int) -> bool:
    question = m.position.questions.get(seat)
    return question is not None and question.topic in (Topic.BLOCK, Topic.SUPPORT_BLOCK)


def _spans(m: Referee, seat: int) -> Sequence[str]:
    """Return the span of a plan: this turn for the active and the attacked player, the next own turn for others."""
    if not durations.is_playing(m, seat):
        return ()
    return (TURN,) if m.position.active == seat or _is_attacked(m, seat) else (OWN,)


def _line_of(decided: Sequence[tuple[PendingQuestion, Choice]]) -> plan.PlanLine | None:
    """Return decisions as a line of steps, with helpers combined; None if a card asks something in between (DD96)."""
    line: list[plan.PlanStep] = []
    for question, keys in decided:
        when = _WHEN.get(question.topic)
        chosen = [option for key in keys for option in question.options if option.key == key]
        option, things = chosen[0], tuple(option.subject for option in chosen if option.subject)
        if when is None:
            return None
        adds_helpers = bool(line) and line[-1].act == OptionVerb.HELPER
        if option.verb == OptionVerb.DONE:
            line += [] if adds_helpers else [plan.PlanStep(when, OptionVerb.HELPER)]
        elif option.verb == OptionVerb.HELPER and adds_helpers:
            line[-1] = replace(line[-1], things=(*line[-1].things, _copy(option.subject, line[-1].things)))
        else:
            act = next((act for act, verbs in _VERBS.items() if option.verb in verbs), option.verb)
            line.append(plan.PlanStep(when, act, things))
    return tuple(line)


def _copy(name: str, named: Sequence[str]) -> str:
    """Return the key of one more helper with this title."""
    count = sum(key.partition(_COPY)[0] == name for key in named)
    return f"{name}{_COPY}{count + 1}" if count else name


def _ready(m: Referee, seat: int) -> Sequence[plan.ReadyPlan]:
    """Return the ready-made plan to end the turn after the current attack."""
    if m.position.active != seat or m.position.combat is None:
        return ()
    return (plan.ReadyPlan("end", msg("Then end the turn"), (plan.PlanStep(MOVE, OptionVerb.END),)),)


def _acts(m: Referee, seat: int) -> Iterator[plan.PlanAct]:
    """Yield the acts of a turn. Cards are listed with both sides, as they may be turned over."""
    sides = _sides(m, seat, Step.ATTACK)
    attackers = _named(side.title for side in sides if can_attack(side))
    acquired = _named(side.title for side in _acquirable(m, seat))
    acts = (
        (OptionVerb.ABILITY, msg("Use …"), _named(side.title for side in sides if side.ability), 1),
        (OptionVerb.DEED, msg("Play …"), _named(side.title for side in sides if side.noun is Noun.DEED), 1),
        (OptionVerb.MASTER, msg("Your Master …"), _lines_of_master(m, seat), 1),
        (OptionVerb.ATTACK, msg("Attack with …"), attackers, 1),
        (ACQUIRE, msg("Acquire the first that you can of …"), acquired, 8),
    )
    for act, label, things, most in acts:
        if things:
            yield plan.PlanAct(act, label, things, 1, most)
    yield plan.PlanAct(OptionVerb.END, msg("End turn"))


def _sides(m: Referee, seat: int, step: Step) -> list[CompiledSide]:
    """Return both sides of the cards in hand and of Minions kept on the table, those that are up first."""
    available = sorted([*m.zone(HAND, seat), *m.staying_minions(seat, step)], key=m.called)
    up = [m.side(card) for card in available]
    return up + [side for card in available for side in m.pool.cards[m.card(card).title] if side not in up]


def _named(titles: Iterable[str]) -> tuple[tuple[str, Message], ...]:
    return tuple((name, title(name)) for name in dict.fromkeys(titles))


def _helpers(m: Referee, seat: int) -> tuple[tuple[str, Message], ...]:
    """Return the helpers in hand, each copy separately, then the helpers that they become when turned over."""
    up = [m.side(card) for card in sorted(m.zone(HAND, seat), key=m.called)]
    helpers: list[tuple[str, Message]] = []
    for place, side in enumerate(up):
        copy = up[:place].count(side) + 1
        if side.is_helper and copy == 1:
            helpers.append((side.title, title(side.title)))
        elif side.is_helper:
            label = msg("{card} (copy {n})", card=title(side.title), n=copy)
            helpers.append((f"{side.title}{_COPY}{copy}", label))
    other = (side.title for side in _sides(m, seat, Step.ATTACK) if side.is_helper and side not in up)
    return (*helpers, *_named(other))


def _lines_of_master(m: Referee, seat: int) -> tuple[tuple[str, Message], ...]:
    master = m.master(seat)
    if master is None:
        return ()
    return tuple((f"{master.title}#{n}", row(line(master.printed[n]))) for n in master.once)


def _acquirable(m: Referee, seat: int) -> list[CompiledSide]:
    """Return the sides in the Supply: affordable ones first, from the most expensive, then the others from the cheapest."""
    fame = m.seat(seat).fame
    sides = [side for name in m.piles() if name in m.pool.piles for side in m.pool.cards[name]]
    missing = {side: fame_needed(m, seat, side) - fame for side in sides}
    return sorted(sides, key=lambda side: (missing[side] > 0, abs(missing[side]), side.title))


def _player(seat: int) -> Message:
    label = player_option(seat).label
    assert isinstance(label, Message)
    return label


# ------------------------------------------------------------------------------------------------- following a plan


def _waits_at(
    m: Referee, seat: int, planned: plan.PlanLine, place: int, new: Sequence[SeenEvent]
) -> Iterator[tuple[int, int]]:
    """Yield the steps that may come next: steps for targets and helpers may be skipped or complete.

    An attack on a player who is out, and the steps after it, can't come (DD121).
    """
    while place < len(planned):
        steps = (step for step in planned[place : place + 2] if step.act == OptionVerb.TARGET)
        named = (name for step in steps for name in step.things if name not in _BY_SCORE)
        if any(m.position.is_out(seat_of_key(name)) for name in named):
            return
        yield place, 0
        if planned[place].when not in (ATTACKING, SUPPORTING):
            return
        place += 1
    if (question := m.position.questions.get(seat)) is not None and question.topic in _WHEN:
        yield place, 0


def _holds(m: Referee, seat: int, when: str, question: PendingQuestion, new: Sequence[SeenEvent]) -> bool:
    """Return whether a step's question is asked, and its owner got no new cards in hand since the last step."""
    facts = (event.fact for event in new)
    drew = any(isinstance(fact, Drew | Searched | TookBack) and fact.seat == seat for fact in facts)
    return not drew and _WHEN.get(question.topic) == when


def _answer(m: Referee, seat: int, step: plan.PlanStep, question: PendingQuestion) -> Choice | Message:
    if step.act == OptionVerb.TARGET:
        return _choice(m, seat, step.act, _target(m, seat, step.things[0]), question)
    if step.act == OptionVerb.HELPER:
        return _next_helper(m, seat, step, question)
    if step.act == ACQUIRE:
        answers = [_choice(m, seat, ACQUIRE, name, question) for name in step.things]
        return next((answer for answer in answers if isinstance(answer, tuple)), answers[0])
    return _choice(m, seat, step.act, step.things[0] if step.things else "", question)


def _target(m: Referee, seat: int, target: str) -> str:
    """Return the key of the player to attack; of several with the same score, the next clockwise (DD122)."""
    if target not in _BY_SCORE:
        return target
    score = _BY_SCORE[target][1]
    return f"seat {max(m.opponents(seat), key=lambda other: score(m, other))}"


def _next_helper(m: Referee, seat: int, step: plan.PlanStep, question: PendingQuestion) -> Choice | Message:
    """Return the first helper of a step that wasn't added yet, or "done" after the last."""
    fighter = m.fighter(seat)
    assert fighter is not None
    added = m.titles(fighter.helpers)
    for thing in step.things:
        name = thing.partition(_COPY)[0]
        if name not in added:
            return _choice(m, seat, OptionVerb.HELPER, name, question)
        added.remove(name)
    return (OptionVerb.DONE,)


def _choice(m: Referee, seat: int, act: str, subject: str, question: PendingQuestion) -> Choice | Message:
    """Return the option of an act with a subject, or why it isn't available."""
    for verb in _VERBS.get(act, (act,)):
        for option in question.options:
            if option.verb == verb and subject in ("", option.subject):
                return (option.key,)
    if act == ACQUIRE:
        act = OptionVerb.RECRUIT if m.pool.sides[subject].noun is Noun.MINION else OptionVerb.PURCHASE
    reason = why_not(m, seat, subject if act == OptionVerb.TARGET else f"{act} {subject}".strip())
    return msg("Its choice isn't possible.") if reason is None else reason[0]


def _wrong(m: Referee, seat: int, lines: plan.PlanLines) -> Message | None:
    """Return why steps can't follow each other, or why the first one isn't an answer to the current question; or None."""
    steps = lines[0]
    if any(step.act == OptionVerb.END for step in steps[:-1]):
        return msg("Nothing can follow the end of the turn.")
    acquired = next((place for place, step in enumerate(steps) if step.act == ACQUIRE), len(steps))
    if any(step.act not in _LAST for step in steps[acquired:]):
        return msg("After you acquire a card, you can only acquire more.")
    question = m.position.questions.get(seat)
    when = None if question is None else _WHEN.get(question.topic)
    if question is None or when is None:
        return None
    if steps[0].when != when:
        return msg("The first step doesn't answer the current question.")
    first = _answer(m, seat, steps[0], question)
    return first if isinstance(first, Message) else None


# ----------------------------------------------------------------------------------------------------------- in words


_SENTENCES: Mapping[str, Message] = {
    OptionVerb.ABILITY: msg("Use {things}."),
    OptionVerb.DEED: msg("Use {things}."),
    OptionVerb.MASTER: msg("Use your Master."),
    OptionVerb.ATTACK: msg("Attack with {things}."),
    OptionVerb.TARGET: msg("Target: {things}."),
    OptionVerb.HELPER: msg("Add {things}."),
    OptionVerb.BLOCK: msg("Block with {things}."),
    OptionVerb.NO_BLOCK: msg("Don't block."),
    ACQUIRE: msg("Acquire the first that you can: {things}."),
    OptionVerb.END: msg("End the turn."),
}


def _words(step: plan.PlanStep) -> Message:
    if step.act == OptionVerb.HELPER and not step.things:
        return msg("Add no helper.")
    things = series(*(_thing(step.act, thing) for thing in step.things)) if step.things else row("…")
    return _SENTENCES.get(step.act, row("…")).filled(things=things)


def _thing(act: str, thing: str) -> Message:
    if act == OptionVerb.TARGET:
        return _BY_SCORE[thing][0] if thing in _BY_SCORE else _player(seat_of_key(thing))
    return title(thing.partition(_COPY)[0])


def _read(m: Referee, seat: int, step: plan.PlanStep, place: int, sentence: Message) -> plan.PlannedStep:
    """Return a step with its state, which is only known for the first one."""
    question = m.position.questions.get(seat)
    if place or not step.act or question is None or _WHEN.get(question.topic) != step.when:
        return plan.PlannedStep(sentence)
    answer = _answer(m, seat, step, question)
    return plan.PlannedStep(sentence, answer if isinstance(answer, Message) else None, is_known=True)


PLANNING = plan.PlanKind[Referee](
    name=PLAN,
    parameters=plan.PlanParameters,
    spans=(TURN, OWN),
    spans_now=_spans,
    stops=(durations.LOST, durations.HIT, durations.NO_HIT, durations.OUT, durations.BLOCKED),
    usual=(durations.LOST, durations.OUT),
    most_lines=1,
    most_steps=_MOST_STEPS,
    whens=_whens,
    answer=_answer,
    sentence_of=lambda step, line, place: _words(step),
    read_step=_read,
    holds=_holds,
    waits_at=_waits_at,
    lasting=(OptionVerb.HELPER,),
    at_once=tuple(_WHEN),
    line_of=_line_of,
    ready=_ready,
    more_wrong=_wrong,
)
