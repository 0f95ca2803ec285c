"""The orders of Bazaar: a turn, or the answer to an attack, is put together and given as one; or planned ahead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.i18n import Message, msg
from engine.kernel.events.event import Seen
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.order import Moment
from engine.kernel.orders.plan import (
    PlanAct,
    PlanKind,
    PlanLine,
    PlannedStep,
    PlanParameters,
    PlanStep,
    PlanWhen,
    ReadyPlan,
)
from engine.kernel.orders.terms import Span, Stop, fact_seen
from engine.kernel.question import Asked, Choice
from tests.games.bazaar.position import DEAREST, SIDES, WasHit
from tests.games.bazaar.steps import BazaarMachine


class GivenInTurn(Moment, frozen=True):
    turn: int = 0


def _whens(machine: BazaarMachine, seat: int) -> Sequence[PlanWhen]:
    """What can be done in a turn: also with cards once they have been turned over."""

    def named(names: Iterable[str]) -> tuple[tuple[str, Message], ...]:
        return tuple((name, msg("{name}", name=name)) for name in sorted(set(names)))

    held = machine.zone("hand", seat)
    hand = named(map(machine.called, held))
    market = named(side.name for side in machine.prices(DEAREST))
    sides = named(side.name for card in held for side in SIDES[machine.position.cards[card].title])
    seats = tuple((f"seat {at}", msg("seat {at}", at=at)) for at in machine.playing)
    others = tuple(one for one in seats if one[0] != f"seat {seat}")
    kinds = {"play": sides, "stash": hand, "flip": hand, "scout": seats, "attack": others, "buy": market}
    acts = [PlanAct(key, msg("{act} …", act=key), things, 1, 1) for key, things in kinds.items() if things]
    shields = named(machine.called(card) for card in held if machine.side(card).shield)
    blocks = [PlanAct("block", msg("block with …"), shields, 1, 1)] if shields else []
    return [
        PlanWhen("move", msg("it is your move"), (*acts, PlanAct("end", msg("end the turn")))),
        PlanWhen("attacked", msg("you are attacked"), (*blocks, PlanAct("take", msg("take it")))),
    ]


def _holds(machine: BazaarMachine, seat: int, when: str, question: Asked, new: Sequence[Seen]) -> bool:
    return when == {"act": "move", "block": "attacked"}[question.topic]


def _answer(machine: BazaarMachine, seat: int, step: PlanStep, question: Asked) -> Choice | Message:
    key = " ".join([step.act, *step.things])
    can = any(option.key == key for option in question.options)
    return (key,) if can else msg("{key} can't be done now.", key=key)


def _sentence(step: PlanStep, line: int, place: int) -> Message:
    return msg("{act}.", act=" ".join([step.act or "…", *step.things]))


def _line_of(decided: Sequence[tuple[Asked, Choice]]) -> PlanLine | None:
    """Return what was decided in turns, word by word."""
    line: list[PlanStep] = []
    for question, choice in decided:
        act, _, thing = choice[0].partition(" ")
        line.append(PlanStep("move", act, (thing,) if thing else ()))
        if question.topic != "act":
            return None
    return tuple(line)


def _ready(machine: BazaarMachine, seat: int) -> Sequence[ReadyPlan]:
    """Whoever waits for the answer to an attack can end the turn after it."""
    is_mine = machine.position.active == seat
    return [ReadyPlan("end", msg("Then end the turn"), (PlanStep("move", "end"),))] if is_mine else []


BOOK = OrderBook[BazaarMachine, GivenInTurn](
    [
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
        )
    ],
    [
        Span(
            "turn",
            msg("until the end of this turn"),
            msg("in this turn"),
            msg("The turn is over."),
            began=lambda given: given.turn,
            lasts=lambda machine, given: machine.position.turn == given.turn,
        )
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
