"""Departures of players who fall or leave, at any moment of a match (DD38, DD69–DD75, DD108–DD110)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from engine.dreams_of_dystopia.endings import FALLEN
from engine.dreams_of_dystopia.facts.cards import CardsLeft
from engine.dreams_of_dystopia.frames import SeatFrame
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import DECK, DISCARD, GONE, HAND, MASTER, TABLE, USED
from engine.kernel.cards.ask_again import asking_step
from engine.kernel.machine import Sitting
from engine.kernel.position import Frame


def fall(m: Referee, seats: Sequence[int], cause: str) -> None:
    """Remove players without LP from the match, together (DD38, DD39).

    Everyone learns it immediately, even during a sitting. The text that caused it continues (DD57, DD108).
    """
    if not seats:
        return
    if (sitting := m.sitting) is not None:
        m.disclose(sitting)
    m.leave(seats, FALLEN.key, cause)
    _remove(m, seats)
    _drop(m, seats)


def leave(m: Referee, seats: Sequence[int], ending: str) -> None:
    """Remove players who resign or run out of time. A Combat of theirs goes to its Clean-Up (DD69, DD75, DD121)."""
    combat = m.position.combat
    fighters = {combat.attacker.seat, combat.defender.seat} if combat and not combat.is_over else set[int]()
    m.leave(seats, ending)
    _remove(m, seats)
    _drop(m, {*seats, *(fighters if fighters & set(seats) else ())})
    _ask_again(m)


def _remove(m: Referee, seats: Sequence[int]) -> None:
    """Remove all cards of players who are out (DD71).

    They leave in sorted order, public cards first, so that the order in decks and hands stays hidden (DD79).
    """
    if m.position.outcome is not None:
        return
    groups = ((MASTER, DISCARD, USED, TABLE), (HAND, DECK))
    cards: list[int] = []
    for zones in groups:
        found = [card for seat in seats for zone in zones for card in m.zone(zone, seat)]
        cards += sorted(found, key=lambda card: m.layout.rank(m.card(card)))
    m.move(cards, GONE)
    for card in cards:
        m.card(card).owner = -1
    for seat in seats:
        state = m.seat(seat)
        state.fought, state.stats = [], {}
    m.emit(CardsLeft(list(seats)), "DD71")


def _drop(m: Referee, seats: Collection[int]) -> None:
    """Drop the procedures of players. A turn and a Combat end by themselves without their players (DD69, DD72)."""

    def is_theirs(frame: Frame) -> bool:
        if isinstance(frame, Sitting):
            return cast("Sitting", frame).seat in seats
        return isinstance(frame, SeatFrame) and frame.seat in seats

    m.drop(is_theirs)


def _ask_again(m: Referee) -> None:
    """Ask the pending question again, without the players who left."""
    if m.position.questions:
        m.position.questions.clear()
        m.position.stack[-1].step = asking_step(m)
