"""The declaration of Bazaar as a game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cards.i18n import ENGLISH, Translator
from engine.kernel.cards.knowledge import CardKnowledge
from engine.kernel.cards.machine import CardSeen
from engine.kernel.chance import Chance
from engine.kernel.decoder import refusing_position
from engine.kernel.game import Game, PlayerEntry, named_plainly
from engine.kernel.notation import Phrasing
from tests.games.bazaar.orders import BOOK
from tests.games.bazaar.position import (
    BEGINNING,
    CURSES_EACH,
    ENDINGS,
    EVENTS,
    LAYOUT,
    PARTS,
    SIDES,
    SUPPLY,
    TOPICS,
    VERBS,
    Attacked,
    BazaarPosition,
    BazaarView,
    PlayMatch,
    Seat,
    SideView,
    TakeTurn,
)
from tests.games.bazaar.steps import BazaarMachine

PHRASING = Phrasing(TOPICS, VERBS)


class BazaarKnowledge(CardKnowledge[BazaarPosition, BazaarMachine]):
    def machine(self, position: BazaarPosition, printed: bytes) -> BazaarMachine:
        return BazaarMachine(position)


KNOWLEDGE = BazaarKnowledge(LAYOUT)


def setup(entries: Sequence[None]) -> bytes:
    if len(entries) not in range(2, 5):
        raise ValueError("Two to four people can play.")
    return msgspec.msgpack.encode(len(entries))


def begin(setup: bytes, seed: str) -> BazaarMachine:
    count = msgspec.msgpack.decode(setup, type=int)
    seats = [Seat() for _ in range(count)]
    machine = BazaarMachine(BazaarPosition(chance=Chance(seed), cards=[], seats=seats))
    machine.add([title for title, copies in SUPPLY.items() for _ in range(copies)], "supply")
    machine.add(["Curse"] * CURSES_EACH * count, "curses")
    for seat in range(count):
        machine.add([title for title, copies in BEGINNING.items() for _ in range(copies)], "deck", seat)
    machine.push(PlayMatch())
    return machine


def resume(setup: bytes, position: bytes) -> BazaarMachine:
    with refusing_position():
        return BazaarMachine(LAYOUT.read(position))


def leave(machine: BazaarMachine, seats: Sequence[int], ending: str) -> None:
    machine.leave(seats, ending)
    machine.drop(
        lambda frame: (
            (isinstance(frame, TakeTurn | Attacked) and frame.seat in seats)
            or (isinstance(frame, Attacked) and frame.by in seats)
        )
    )
    stack = machine.position.stack
    if stack and isinstance(
        stack[-1], TakeTurn
    ):  # The question is asked again: seats that have left can't be attacked.
        machine.position.questions.clear()
        stack[-1].step = "ask_act"


def round_number(machine: BazaarMachine) -> int:
    return (machine.position.turn + machine.seat_count - 1) // machine.seat_count


def view(machine: BazaarMachine, seat: int | None, translator: Translator = ENGLISH) -> BazaarView:
    machine = machine.shown_to(seat)
    position: BazaarPosition = machine.position
    seats = (SideView(at, one.life, machine.seen_of(at, seat)) for at, one in enumerate(position.seats))
    common = machine.seen_of(-1, seat)
    awaited = (
        (at, translator(TOPICS[asked.topic].awaited)) for at, asked in sorted(position.questions.items())
    )
    return BazaarView(
        seat,
        position.turn,
        tuple(seats),
        common["market"],
        len(common["supply"]),
        len(common["curses"]),
        tuple(awaited),
    )


def called(card: CardSeen) -> str:
    """Return the text for a card: its name, or its visible back."""
    return SIDES[card.title][card.side].name if card.title else f"({card.back})"


def lapse(machine: BazaarMachine, seat: int) -> tuple[str, ...]:
    """The default answers: end the turn, take an attack with the current blockers, and choose the first patron."""
    options = machine.position.questions[seat].options
    return (next((one.key for one in options if one.verb in ("end", "take")), options[0].key),)


BAZAAR = Game[BazaarMachine, BazaarView, None](
    name="bazaar",
    version="1",
    seats=range(2, 5),
    entry=PlayerEntry.NOTHING,
    endings=ENDINGS,
    events=EVENTS,
    parts=PARTS,
    topics=TOPICS,
    setup=setup,
    begin=begin,
    resume=resume,
    leave=leave,
    round_number=round_number,
    has_dealt=lambda machine: machine.position.turn > 0,
    know=KNOWLEDGE.know,
    sample=KNOWLEDGE.sample,
    exchange=KNOWLEDGE.exchange,
    twin=KNOWLEDGE.twin,
    view=view,
    cause_words=named_plainly(ENDINGS),
    lapse=lapse,
    active=lambda machine: machine.position.active,
    orders=BOOK,
)
"""The rules."""
