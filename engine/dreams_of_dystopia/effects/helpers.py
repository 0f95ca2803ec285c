"""Starts of card lines: those of fighters, helpers and Masters (DD51, DD57, DD61, DD83, DD85)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.dreams_of_dystopia.language.words import Happening, Moment
from engine.dreams_of_dystopia.facts.combats import HelperUsed
from engine.dreams_of_dystopia.frames import PrintedLine, RunLine, RunLines
from engine.dreams_of_dystopia.position import CombatSide
from engine.dreams_of_dystopia.program import at
from engine.dreams_of_dystopia.referee import Referee
from engine.dreams_of_dystopia.zones import TABLE


def begin(m: Referee, seat: int, lines: Sequence[PrintedLine]) -> None:
    """Resolve lines for a seat in order, before anything else continues."""
    if lines:
        m.push(RunLines(seat=seat, todo=list(lines)))


def printed_lines(m: Referee, card: int, numbers: Iterable[int]) -> list[PrintedLine]:
    """Return these lines of the side of a card that is up."""
    return [PrintedLine(card, m.called(card), number) for number in numbers]


def _moment_of(m: Referee, fighter: CombatSide) -> Moment:
    return Moment.ATTACK if m.combat.attacker is fighter else Moment.BLOCK


def begin_fighting(m: Referee, fighter: CombatSide) -> None:
    """Resolve a Minion's lines as it attacks or blocks (DD58)."""
    numbers = at(m.side(fighter.card).fighting, None, _moment_of(m, fighter))
    begin(m, fighter.seat, printed_lines(m, fighter.card, numbers))


def add_helper(m: Referee, fighter: CombatSide, card: int, cause: str = "") -> None:
    """Add a helper to a fighter and begin its effects (DD62, DD63)."""
    m.move([card], TABLE, fighter.seat)
    fighter.helpers.append(card)
    m.emit(HelperUsed(fighter.seat, m.called(card), m.called(fighter.card)), cause)
    numbers = at(m.side(card).helping, None, _moment_of(m, fighter))
    begin(m, fighter.seat, printed_lines(m, card, numbers))


def hit_lines(m: Referee, fighter: CombatSide) -> list[PrintedLine]:
    """Return the lines upon a hit, of the Minion and then of its helpers in order of use (DD57)."""
    lines: list[PrintedLine] = []
    if fighter.card >= 0:
        lines += printed_lines(m, fighter.card, at(m.side(fighter.card).fighting, Moment.HIT))
    for card in fighter.helpers:
        lines += printed_lines(m, card, at(m.side(card).helping, Moment.HIT))
    return lines


def triggered_lines(m: Referee, seat: int, happening: Happening) -> list[PrintedLine]:
    """Return the lines of a player's Master for this event, except those in progress, which may have caused it (DD83, DD85)."""
    master = m.master(seat)
    if master is None:
        return []
    lines = printed_lines(m, m.seat(seat).master[0], master.whenever.get(happening, ()))
    frames = (frame for frame in m.position.stack if isinstance(frame, RunLine) and frame.seat == seat)
    in_progress = {(frame.title, frame.line) for frame in frames}
    return [line for line in lines if (line.title, line.line) not in in_progress]


def happened(m: Referee, seats: Sequence[int], happening: Happening) -> None:
    """Resolve these players' Master lines for this event, in order of the seats."""
    for seat in reversed(seats):
        begin(m, seat, triggered_lines(m, seat, happening))
