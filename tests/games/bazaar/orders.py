"""The orders of Bazaar: a turn, or the response to an attack, is drafted and given as one, or planned in advance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.i18n import Message, msg
from engine.kernel.events.event import SeenEvent
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import Offer, Span, Stop, fact_seen, whole_match
from engine.kernel.orders.order import OrderMoment, OrderOutcome, Parameters
from engine.kernel.orders.plan import (
    LinesKind,
    PlanAct,
    PlanKind,
    PlanLine,
    PlannedStep,
    PlanParameters,
    PlanStep,
    PlanWhen,
    ReadyPlan,
)
from engine.kernel.question import Choice, PendingQuestion
from tests.games.bazaar.position import DEAREST, SIDES, WasHit
from tests.games.bazaar.steps import BazaarMachine


class GivenInTurn(OrderMoment, frozen=True):
    turn: int = 0


def _whens(machine: BazaarMachine, seat: int) -> Sequence[PlanWhen]:
    """Return the possible acts of a turn, including those with cards after they are turned over."""

    def named(names: Iterable[str]) -> tuple[tuple[str, Message], ...]:
        return tuple((name, msg("{name}", name=name)) for name in sorted(set(names)))

    held = machine.zone("hand", seat)
    hand = named(map(machine.called, held))
    market = named(side.name for side in machine.prices(DEAREST))
    sides = named(side.name for card in held for side in SIDES[machine.position.cards[card].title])
    seats = tuple((f"seat {at}", msg("seat {at}", at=at)) for at in machine.playing)
    others = tuple(one for one in seats if one[0] != f"seat {seat}")
    kinds = {"play": sides, "stash": hand, "flip": hand, "scout": seats, "attack": others, "buy": market}
    acts = [
        PlanAct(key, msg("{act} …", act=key), things, 1, 3 if key == "play" else 1)
        for key, things in kinds.items()
        if things
    ]
    shields = named(machine.called(card) for card in held if machine.side(card).shield)
    blocks = [PlanAct("block", msg("block with …"), shields, 1, 1)] if shields else []
    return [
        PlanWhen("move", msg("it is your move"), (*acts, PlanAct("end", msg("end the turn")))),
        PlanWhen("attacked", msg("you are attacked"), (*blocks, PlanAct("take", msg("take it")))),
    ]


def _holds(
    machine: BazaarMachine, seat: int, when: str, question: PendingQuestion, new: Sequence[SeenEvent]
) -> bool:
    return when == {"act": "move", "block": "attacked"}[question.topic]


def _answer(machine: BazaarMachine, seat: int, step: PlanStep, question: PendingQuestion) -> Choice | Message:
    keys = [f"{step.act} {thing}" for thing in step.things] or [step.act]
    there = {option.key for option in question.options}
    key = next((key for key in keys if key in there), None)
    return (key,) if key is not None else msg("{key} can't be done now.", key=keys[0])


def _sentence(step: PlanStep, line: int, place: int) -> Message:
    return msg("{act}.", act=" ".join([step.act or "…", *step.things]))


def _line_of(decided: Sequence[tuple[PendingQuestion, Choice]]) -> PlanLine | None:
    """Return the decisions of turns, word by word."""
    line: list[PlanStep] = []
    for question, choice in decided:
        act, _, thing = choice[0].partition(" ")
        things = tuple(key.partition(" ")[2] for key in choice)
        line.append(PlanStep("move", act, things if thing else ()))
        if question.topic != "act":
            return None
    return tuple(line)


def _ready(machine: BazaarMachine, seat: int) -> Sequence[ReadyPlan]:
    """The attacker can order the end of the turn after the response to an attack."""
    is_mine = machine.position.active == seat
    return [ReadyPlan("end", msg("Then end the turn"), (PlanStep("move", "end"),))] if is_mine else []


class Shields(Parameters, frozen=True):
    """The shields to block with, by minimum damage."""

    lines: tuple[tuple[int, str], ...] = ()


def _shield_whens(machine: BazaarMachine, seat: int) -> Sequence[PlanWhen]:
    held = {machine.called(card) for card in machine.zone("hand", seat) if machine.side(card).shield}
    acts = [
        PlanAct("take", msg("take it")),
        *(PlanAct(name, msg("{name}", name=name)) for name in sorted(held)),
    ]
    return [PlanWhen(f"{n}", msg("{n} damage or more", n=n), tuple(acts)) for n in (1, 2)]


def _shield(machine: BazaarMachine, seat: int, said: Shields, question: PendingQuestion) -> OrderOutcome:
    """The first matching line applies, once. Then the remaining damage is taken."""
    options = {option.key for option in question.options}
    for least, name in said.lines:
        key = "take" if name == "take" else f"block {name}"
        if key in options and least <= 2:
            return OrderOutcome((key,))
    return OrderOutcome(("take",) if said.lines else None)


def _wrong_shields(machine: BazaarMachine, seat: int, said: Shields) -> Message | None:
    return None if said.lines and all(name for _, name in said.lines) else msg("Say which shield.")


SHIELDS = LinesKind[BazaarMachine, Shields](
    "shields",
    Shields,
    ("turn", "match"),
    (),
    ("block",),
    lambda machine, seat: [
        Offer(
            Shields(lines=((0, "take"),)),
            msg("Take it"),
            msg("Take all."),
            name="take",
            quick=msg("Take all"),
        ),
        Offer(Shields(lines=((0, "Lid"),)), msg("Lid"), msg("The lid, if it is there."), name="lid"),
    ],
    lambda said: msg("Put up {names}", names=", ".join(name for _, name in said.lines)),
    _shield,
    _wrong_shields,
    is_alone=True,
    most_lines=2,
    title=msg("Shields of your own"),
    whens=_shield_whens,
    of_lines=lambda lines: Shields(lines=tuple((int(line[0].when or 0), line[0].act) for line in lines)),
    line_words=lambda step: msg("{n}: {name}", n=step.when, name=step.act),
)
"""The orders for attacks: one at a time, ready-made or with custom lines."""

BOOK = OrderBook[BazaarMachine, GivenInTurn](
    [
        SHIELDS,
        PlanKind(
            "plan",
            PlanParameters,
            ("turn",),
            ("hit",),
            usual=(),
            most_lines=2,
            most_steps=9,
            whens=_whens,
            answer=_answer,
            sentence_of=_sentence,
            read_step=lambda machine, seat, step, place, sentence: PlannedStep(sentence),
            concerns=lambda question: question.topic in ("act", "block"),
            holds=_holds,
            at_once=("act", "block"),
            line_of=_line_of,
            ready=_ready,
        ),
    ],
    [
        Span(
            "turn",
            msg("until the end of this turn"),
            msg("in this turn"),
            msg("The turn is over."),
            began=lambda given: given.turn,
            lasts=lambda machine, given: machine.position.turn == given.turn,
        ),
        whole_match(),
    ],
    [
        Stop(
            "hit",
            msg("somebody is hit"),
            msg("Somebody was hit."),
            fact_seen(lambda fact, seat: isinstance(fact, WasHit)),
        )
    ],
    GivenInTurn,
    lambda machine, seat: GivenInTurn(turn=machine.position.turn),
)
