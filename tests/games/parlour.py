"""Parlour: a small game with every kind of question, and enough options for several pages.

Two seats take turns with one action: play a card from their hand, upright or inverted, use their only ability, or pass.
Every card leads to another kind of question. Cards looked at are known to one seat only. After `TURNS` turns the seat
that has played more wins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from cards.i18n import ENGLISH, Message, Translator, msg
from engine.kernel.chance import Chance
from engine.kernel.decoder import refusing_position
from engine.kernel.events.event import SeenEvent
from engine.kernel.game import Game, PlayerEntry, named_plainly
from engine.kernel.orders.book import OrderBook
from engine.kernel.orders.kind import (
    Happened,
    Offer,
    OrderKind,
    Span,
    Stop,
    fact_seen,
    same_answer,
    whole_match,
)
from engine.kernel.orders.order import OrderMoment, OrderOutcome, Parameters
from engine.kernel.orders.plan import PlanAct, PlanKind, PlannedStep, PlanParameters, PlanStep, PlanWhen
from engine.kernel.question import PendingOption, PendingQuestion, QuestionKind
from tests.games.parlour_rules import (
    ENDINGS,
    EVENTS,
    PARTS,
    TOPICS,
    CardPlayed,
    Guest,
    ParlourMachine,
    ParlourPosition,
    ParlourView,
    Passed,
    PlayMatch,
    Rang,
    acts,
)

_POSITION = msgspec.msgpack.Decoder(ParlourPosition)


def setup(entries: Sequence[Sequence[str]]) -> bytes:
    return msgspec.msgpack.encode([list(deck) for deck in entries])


def begin(setup: bytes, seed: str) -> ParlourMachine:
    guests = [Guest(hand) for hand in msgspec.msgpack.decode(setup, type=list[list[str]])]
    machine = ParlourMachine(ParlourPosition(chance=Chance(seed), guests=guests), 2)
    machine.push(PlayMatch())
    return machine


def resume(setup: bytes, position: bytes) -> ParlourMachine:
    with refusing_position():
        return ParlourMachine(_POSITION.decode(position), 2)


def view(machine: ParlourMachine, seat: int | None, translator: Translator = ENGLISH) -> ParlourView:
    position = machine.position
    hand = tuple(position.guests[seat].hand) if seat is not None else ()
    return ParlourView(seat, position.turn, hand, tuple(guest.played for guest in position.guests))


def why_not(machine: ParlourMachine, seat: int, wish: str) -> tuple[Message, str] | None:
    verb, _, what = wish.partition(" ")
    hand = machine.position.guests[seat].hand
    if verb in ("play", "invert") and what not in hand:
        return msg("You don't hold {what}.", what=what), "§2"
    if verb == "invert" and what not in hand[:3]:
        return msg("{what} is too far down in your hand to be inverted.", what=what), "§4"
    return None


def exchange(machine: ParlourMachine, seats: Collection[int], chance: Chance) -> ParlourMachine:
    """Return the position with other cards in the others' hands."""
    position = msgspec.msgpack.decode(msgspec.msgpack.encode(machine.position), type=ParlourPosition)
    position.chance = Chance(f"another {chance.below(2**32)}", position.chance.drawn)
    for seat, guest in enumerate(position.guests):
        if seat in seats:
            continue
        called = {name: f"Card {chance.below(2**32)}" for name in guest.hand}
        guest.hand = [called[name] for name in guest.hand]
        asked = position.questions.get(seat)
        if asked is not None:
            options: list[PendingOption] = []
            for one in asked.options:
                other = called.get(one.subject, one.subject)
                key = f"{one.verb} {other}" if one.subject in called else one.key
                options.append(msgspec.structs.replace(one, key=key, subject=other))
            position.questions[seat] = msgspec.structs.replace(asked, options=tuple(options))
    return ParlourMachine(position, 2)


def know(machine: ParlourMachine, seats: Collection[int]) -> bytes:
    position = msgspec.msgpack.decode(msgspec.msgpack.encode(machine.position), type=ParlourPosition)
    position.chance = Chance("")
    for seat, guest in enumerate(position.guests):
        if seat not in seats:
            guest.hand = ["" for _ in guest.hand]
            asked = position.questions.get(seat)
            if asked is not None and asked.kind is QuestionKind.ACTION:
                position.questions[seat] = msgspec.structs.replace(asked, options=())
    return msgspec.msgpack.encode(position)


def sample(knowledge: bytes, chance: Chance) -> ParlourMachine:
    position = _POSITION.decode(knowledge)
    position.chance = Chance(f"world {chance.below(2**62)}")
    for seat, guest in enumerate(position.guests):
        guest.hand = [card or f"Card {chance.below(2**32)}" for card in guest.hand]
        asked = position.questions.get(seat)
        if asked is not None and asked.kind is QuestionKind.ACTION:
            position.questions[seat] = msgspec.structs.replace(asked, options=acts(guest))
    return ParlourMachine(position, 2)


def round_number(machine: ParlourMachine) -> int:
    return (machine.position.turn + 1) // 2


_WHENS = {
    "turn": msg("it is your turn"),
    "passed": msg("the other one passes"),
    "played": msg("the other one plays a card"),
    "rang": msg("the other one rings the bell"),
}


class GivenInTurn(OrderMoment, frozen=True):
    turn: int = 0


def _in_words(step: PlanStep, line: int, place: int) -> Message:
    if step.when not in _WHENS:
        return msg("If …")
    done = msg("play {card}", card=step.things[0]) if step.things else msg(step.act or "…")
    return msg("If {when}: {done}.", when=_WHENS[step.when], done=done)


def _whens(machine: ParlourMachine, seat: int) -> Sequence[PlanWhen]:
    """Return the plan forms: the opponent's act, then pass or play a card."""
    hand = tuple((card, msg("{card}", card=card)) for card in machine.position.guests[seat].hand)
    acts = (PlanAct("pass", msg("pass")), PlanAct("play", msg("play …"), hand, 1, 1))
    return [PlanWhen(key, label, acts) for key, label in _WHENS.items()]


def _holds(
    machine: ParlourMachine, seat: int, when: str, question: PendingQuestion, new: Sequence[SeenEvent]
) -> bool:
    did = [e.kind for e in new if isinstance(e.fact, Passed | CardPlayed | Rang) and e.fact.seat != seat]
    return question.kind is QuestionKind.ACTION and when in ("turn", *did[-1:])


def _read_step(
    machine: ParlourMachine, seat: int, step: PlanStep, place: int, sentence: Message
) -> PlannedStep:
    hand = machine.position.guests[seat].hand
    lost = next((one for one in step.things if one not in hand), None)
    why = None if lost is None else msg("You don't have {card}.", card=lost)
    return PlannedStep(sentence, why, step.act == "play")


def _done(of: type[CardPlayed | Rang]) -> Happened[Any, Any]:
    return fact_seen(lambda fact, seat: isinstance(fact, of) and fact.seat != seat)


BOOK = OrderBook[ParlourMachine, GivenInTurn](
    [
        OrderKind(
            "pass",
            Parameters,
            ("match", "soon"),
            ("played", "rang"),
            ("act",),
            lambda machine, seat: [
                Offer(Parameters(), msg("Pass"), msg("Pass at every turn of yours."), ("played",))
            ],
            lambda said: msg("Pass at every turn of yours"),
            lambda machine, seat, said, question: OrderOutcome(("pass",)),
        ),
        same_answer(
            "never",
            ("match",),
            (),
            "once more",
            ("no",),
            Offer(Parameters(), msg("Never once more"), msg("Say no whenever it could be had once more.")),
        ),
        PlanKind(
            name="plan",
            parameters=PlanParameters,
            spans=("match",),
            stops=("rang",),
            usual=(),
            most_lines=2,
            most_steps=3,
            whens=_whens,
            holds=_holds,
            answer=lambda machine, seat, step, question: (" ".join([step.act, *step.things]),),
            sentence_of=_in_words,
            read_step=_read_step,
        ),
    ],
    [
        whole_match(),
        Span(
            "soon",
            msg("for the next two turns"),
            msg("in the next two turns"),
            msg("Two turns are over."),
            began=lambda given: given.turn,
            lasts=lambda machine, given: machine.position.turn <= given.turn + 2,
        ),
    ],
    [
        Stop(
            "played",
            msg("the other one plays a card"),
            msg("The other one plays a card."),
            _done(CardPlayed),
        ),
        Stop("rang", msg("the other one rings the bell"), msg("The other one rings the bell."), _done(Rang)),
    ],
    GivenInTurn,
    lambda machine, seat: GivenInTurn(turn=machine.position.turn),
)


PARLOUR = Game[ParlourMachine, ParlourView, Sequence[str]](
    name="parlour",
    version="1",
    seats=range(2, 3),
    entry=PlayerEntry.DECK,
    endings=ENDINGS,
    events=EVENTS,
    parts=PARTS,
    topics=TOPICS,
    setup=setup,
    begin=begin,
    resume=resume,
    round_number=round_number,
    has_dealt=lambda machine: machine.position.turn > 0,
    know=know,
    sample=sample,
    exchange=exchange,
    twin=exchange,
    view=view,
    cause_words=named_plainly(ENDINGS),
    why_not=why_not,
    orders=BOOK,
)
"""The rules."""
