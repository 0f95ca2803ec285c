"""Parlour: a small game that asks for everything that can be asked for, in turn, with options enough to page.

Two seats take turns at one action: play a card of their own hand, upright or inverted, use their only ability, or pass.
Every card leads to one more question of another kind. What is looked at on the way is known to one seat only. After
`TURNS` turns whoever has played more wins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

import msgspec

from cards.i18n import ENGLISH, Message, Translator, msg
from engine.kernel.chance import Chance
from engine.kernel.decoder import refusing_position
from engine.kernel.endings import EndedBy, Ending, endings
from engine.kernel.events.changes import NOTHING, Change
from engine.kernel.events.entries import EventEntry, beat, form
from engine.kernel.events.event import Fact, Seen
from engine.kernel.events.registry import Events
from engine.kernel.events.view_parts import FOLLOWS, ViewParts, by_seat, part, titles
from engine.kernel.game import Game, PlayerEntry, named_plainly
from engine.kernel.machine import Machine, Procedure, Procedures
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
from engine.kernel.orders.order import Ordered, OrderMoment, Parameters
from engine.kernel.orders.plan import PlanAct, PlanKind, PlannedStep, PlanParameters, PlanStep, PlanWhen
from engine.kernel.position import Frame, Position
from engine.kernel.question import PendingOption, PendingQuestion, QuestionKind
from engine.kernel.topics import TopicWords

TURNS = 12
APPLAUSE = Ending(key="applause", by=EndedBy.RULES, name=msg("applause"))
HAND = ("Anagram", "Ballad", "Charade", "Duel of Wits", "Echo", "Forfeit", "Gossip", "Hangman")
BOOKS = tuple(f"Book {n}" for n in range(1, 61))


class Guest(msgspec.Struct, array_like=True):
    hand: list[str]
    played: int = 0
    rang: bool = False


class PlayMatch(Frame, tag="match"):
    pass


class TakeTurn(Frame, tag="turn"):
    seat: int
    choice: list[str] = []


class AskRiddle(Frame, tag="riddle"):
    seat: int
    choice: list[str] = []


class ParlourPosition(Position[PlayMatch | TakeTurn | AskRiddle], kw_only=True):
    guests: list[Guest]
    turn: int = 0
    asked_for: int = 0


class ParlourView(msgspec.Struct, frozen=True):
    viewer: int | None
    turn: int
    hand: tuple[str, ...]
    played: tuple[int, ...]


PARTS = ViewParts(
    part(
        ParlourView,
        {"viewer": FOLLOWS, "turn": FOLLOWS, "hand": titles("hand"), "played": by_seat("played")},
        where="viewer",
    )
)


class CardPlayed(Fact, frozen=True, tag="played"):
    seat: int
    card: str
    inverted: bool

    entry: ClassVar[EventEntry[CardPlayed]] = EventEntry(
        log=(form("{who} played {card} inverted.", inverted=True), form("{who} played {card}.")),
        beats=(
            beat("You played {card} inverted", "{who} played {card} inverted", inverted=True),
            beat("You played {card}", "{who} played {card}"),
        ),
        changes=lambda fact: [Change("hand", fact.seat, fact.card), Change("played", fact.seat)],
    )


class Rang(Fact, frozen=True, tag="rang"):
    seat: int

    entry: ClassVar[EventEntry[Rang]] = EventEntry(
        log=form("{who} rang the bell."),
        beats=beat("You rang the bell", "{who} rang the bell"),
        changes=NOTHING,
    )


class Passed(Fact, frozen=True, tag="passed"):
    seat: int

    entry: ClassVar[EventEntry[Passed]] = EventEntry(
        log=form("{who} passed."), beats=beat("You passed", "{who} passed"), changes=NOTHING
    )


class Solved(Fact, frozen=True, tag="solved"):
    seat: int
    answer: list[str] | None = None
    secret: str | None = None

    entry: ClassVar[EventEntry[Solved]] = EventEntry(
        log=(form("{who} solved it.", secret=None), form("{who} solved it and heard: {secret}.")),
        beats=(
            beat("You solved it", "{who} solved it", secret=None),
            beat("You solved it and heard: {secret}", "{who} solved it and heard: {secret}"),
        ),
        changes=NOTHING,
    )


ENDINGS = endings(APPLAUSE)
EVENTS = Events("Parlour", ENDINGS, CardPlayed, Rang, Passed, Solved)

TOPICS = {
    "act": TopicWords(msg("an action")),
    "riddle": TopicWords(msg("a riddle")),
    "once more": TopicWords(msg("a riddle")),
}
VERBS = {
    "play": "plays {subject}",
    "invert": "plays {subject} inverted",
    "activate": "rings",
    "pass": "passes",
}


class ParlourMachine(Machine[ParlourPosition]):
    pass


def take_turns(m: ParlourMachine, frame: PlayMatch) -> None:
    if m.position.turn < TURNS:
        m.position.turn += 1
        frame.step = "take_turns"
        m.push(TakeTurn(seat=(m.position.turn + 1) % 2))
        return
    played = [guest.played for guest in m.position.guests]
    winners = tuple(seat for seat, n in enumerate(played) if n == max(played) and n > min(played))
    m.end(m.places(winners), APPLAUSE.key)


def choose(m: ParlourMachine, frame: TakeTurn) -> None:
    options = acts(m.position.guests[frame.seat])
    m.ask(frame.seat, QuestionKind.ACTION, "Your turn: what do you do?", "act", options)


def acts(guest: Guest) -> tuple[PendingOption, ...]:
    options = [
        PendingOption(f"play {card}", f"Play {card}", "upright", verb="play", subject=card)
        for card in guest.hand
    ]
    options += [
        PendingOption(f"invert {card}", f"Play {card} inverted", "inverted", verb="invert", subject=card)
        for card in guest.hand[:3]
    ]
    if not guest.rang:
        options.append(
            PendingOption("activate bell", "Ring the bell", "Once a match.", verb="activate", subject="bell")
        )
    options.append(PendingOption("pass", "Pass", verb="pass"))
    return tuple(options)


def perform(m: ParlourMachine, frame: TakeTurn) -> None:
    seat = frame.seat
    guest = m.position.guests[seat]
    verb, _, what = frame.choice[0].partition(" ")
    if verb == "activate":
        guest.rang = True
        m.emit(Rang(seat))
    elif verb == "pass":
        m.emit(Passed(seat))
    else:
        guest.hand.remove(what)
        guest.played += 1
        m.emit(CardPlayed(seat, what, verb == "invert"))
        m.push(AskRiddle(seat=seat))


def riddle(m: ParlourMachine, frame: AskRiddle) -> None:
    n, seat = m.position.asked_for, frame.seat
    m.position.asked_for += 1
    books = tuple(
        PendingOption(book, book, f"shelf {i // 10 + 1}", subject=book) for i, book in enumerate(BOOKS)
    )
    few = tuple(
        PendingOption(name, name.capitalize(), subject=name)
        for name in ("tea", "wine", "milk", "rum", "water", "ink")
    )
    windows = tuple(PendingOption(o.key, o.label, limit=4, subject=o.subject) for o in few)
    kinds: list[tuple[QuestionKind, str, tuple[PendingOption, ...], int, int, bool]] = [
        (QuestionKind.CARDS, "Which books do you take along?", books, 0, 60, False),
        (QuestionKind.DISTRIBUTE, "Share out nine cups.", windows, 0, 9, False),
        (QuestionKind.NUMBER, "How long does it last?", (), 1, 999, False),
        (QuestionKind.ORDER, "In which order are they served?", few, 6, 6, True),
        (QuestionKind.ONE, "Which book do you read?", books[:30], 1, 1, False),
        (
            QuestionKind.YES_NO,
            "Once more?",
            (PendingOption("yes", "Yes"), PendingOption("no", "No")),
            1,
            1,
            False,
        ),
        (QuestionKind.CARDS, "Pick two or three, the best first.", books[:26], 2, 3, True),
        (QuestionKind.CARDS, "You may pour one away.", few, 0, 1, False),
        (QuestionKind.NUMBER, "How many lumps?", (), 0, 4, False),
        (QuestionKind.ONE, "What do you drink?", few[:5], 1, 1, False),
    ]
    kind, purpose, options, low, high, ordered = kinds[n % len(kinds)]
    topic = "once more" if kind is QuestionKind.YES_NO else "riddle"
    m.ask(seat, kind, purpose, topic, options, minimum=low, maximum=high, ordered=ordered, cause="Riddles")


def solve(m: ParlourMachine, frame: AskRiddle) -> None:
    seat, choice = frame.seat, frame.choice
    secret = f"whisper {m.position.chance.below(10**9)} to {seat}"
    m.emit(Solved(seat), private={seat: Solved(seat, list(choice), secret)})


CATALOGUE = Procedures[ParlourMachine](
    Procedure(PlayMatch, take_turns),
    Procedure(TakeTurn, choose, perform),
    Procedure(AskRiddle, riddle, solve),
)
ParlourMachine.catalogue = CATALOGUE
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
    """Other cards in the hands of the others."""
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
    """What the other one does, then to pass or to play one's cards."""
    hand = tuple((card, msg("{card}", card=card)) for card in machine.position.guests[seat].hand)
    acts = (PlanAct("pass", msg("pass")), PlanAct("play", msg("play …"), hand, 1, 1))
    return [PlanWhen(key, label, acts) for key, label in _WHENS.items()]


def _holds(
    machine: ParlourMachine, seat: int, when: str, question: PendingQuestion, new: Sequence[Seen]
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
            lambda machine, seat, said, question: Ordered(("pass",)),
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
