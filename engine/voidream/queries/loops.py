"""Loops: which positions count as equal, and which actions are therefore forbidden (§7, R33, R47, R61, R63).

Two positions are equal if no player could distinguish them: cards of the same title in the same state are
interchangeable, however often they were turned over in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from engine.voidream.frame_parts import Mark
from engine.voidream.frames import PlayConflict, ResolveLine, VoidreamFrame
from engine.voidream.position import PLAYING, OngoingEffect
from engine.voidream.referee import Referee

_ENCODER = msgspec.msgpack.Encoder()


def digest(ref: Referee) -> str:
    """Return a short text that is equal for positions that a player would call the same (R47).

    Ignores the log, the passes, the procedures in progress, the order of piles and on the table, and the order of
    arrival.
    """
    return _digest(_table(ref), _decks(ref))


def _digest(*parts: object) -> str:
    return blake2b(_ENCODER.encode(parts), digest_size=12).hexdigest()


def _table(ref: Referee) -> list[object]:
    """Return everything except the decks."""
    position, cards, numbers = ref.position, ref.cards, ref.numbers
    number = numbers.__getitem__
    seats: list[object] = [
        [
            s.mind,
            sorted(map(number, s.hand)),
            sorted(map(number, s.arcana_discard)),
            sorted(map(number, s.discard)),
            sorted([(numbers[card], cards[card].offering) for card in s.void]),
            sorted([_form(ref, card) for card in s.play]),
        ]
        for s in position.seats
    ]
    if position.used or position.happened:
        seats.append(_of_this_round(ref))
    playing = sorted([state.title for state in cards if state.zone == PLAYING])
    effects = sorted(_source(effect) for effect in position.ongoing)
    conflict = position.conflict
    fought = conflict and [conflict.attacker, conflict.kind, conflict.nightmare, conflict.begun]
    return [seats, playing, effects, fought, position.round, position.phase]


def _of_this_round(ref: Referee) -> list[object]:
    """Return the use of minds, and the counts that texts ask for, as far as they can tell."""
    position, most = ref.position, ref.pool.most_asked
    minds = sorted((one.seat, one.side, one.index) for one in position.used if one.card < 0)
    happened = [
        (key, [min(len(cards), most.get(key, 0)) for cards in by_seat])
        for key, by_seat in sorted(position.happened.items())
    ]
    return [minds, happened]


def _decks(ref: Referee) -> list[tuple[list[int], list[tuple[int, list[object]]]]]:
    """Return the decks in order, with the places and the states of the active constructs among their cards."""
    numbers = ref.numbers
    return [(list(map(numbers.__getitem__, s.deck)), _active(ref, seat)) for seat, s in enumerate(ref.seats)]


def _active(ref: Referee, seat: int) -> list[tuple[int, list[object]]]:
    deck = ref.seats[seat].deck
    return sorted([(deck.index(card), _form(ref, card)) for card in ref.active_constructs(seat)])


def form(ref: Referee, card: int) -> bytes:
    """Return the visible state of a card: its title and state, the cards under it, and those attached to it."""
    return _ENCODER.encode(_form(ref, card))


def _form(ref: Referee, card: int) -> list[object]:
    c = ref.cards[card]
    ongoing = ref.position.ongoing
    effects = [_source(e) for e in ongoing if e.card == card or card in (e.locked or ())] if ongoing else []
    plain: list[object] = [
        c.title,
        c.owner,
        c.controller,
        c.veiled,
        c.face_up,
        c.exhausted,
        c.damage,
        c.role,
        c.offering,
    ]
    used = ref.position.used
    lines = sorted([(one.side, one.index) for one in used if one.card == card]) if used else []
    if c.attached or effects or lines:
        # Copies are sorted by this, so all values in one position must have the same type.
        plain += [sorted(_form(ref, under) for under in c.attached), sorted(effects)]
    if lines:
        plain.append(lines)
    return plain


def _source(effect: OngoingEffect) -> bytes:
    e = effect
    return _ENCODER.encode([e.title, e.side, e.index, e.pc, e.seat, e.amount, e.phase, len(e.locked or ())])


# ------------------------------------------------------------------------------------------- what a player may do


def label(ref: Referee, seat: int, key: str, card: int = -1) -> str:
    """Return a label for an action that doesn't depend on the card's number on the table."""
    what = key.partition("#")[0]
    return f"{seat} {what} {form(ref, card).hex() if card >= 0 else ''}"


def remember(ref: Referee, where: str, seat: int, key: str, card: int = -1) -> None:
    """Keep in mind that a player takes an action in the position with this digest."""
    ref.position.history.append((where, label(ref, seat, key, card)))


class TakenActions:
    """The labels of the actions already taken in this exact position (§7, R47).

    Positions are only compared for actions taken before in this phase, which is rare.
    """

    def __init__(self, ref: Referee) -> None:
        self._ref = ref
        self._history = ref.position.history
        self._ever = {done for _, done in self._history}
        """The acts of the phase, in any position."""

    def __bool__(self) -> bool:
        return bool(self._history)

    def __contains__(self, what: str) -> bool:
        return what in self._ever and what in {*self}

    def __iter__(self) -> Iterator[str]:
        here = digest(self._ref) if self._history else ""
        return (done for where, done in self._history if where == here)


def taken_here(ref: Referee) -> TakenActions:
    """Return which actions have been taken in this very position before (§7, R47)."""
    return TakenActions(ref)


# ----------------------------------------------------------------------------------------------- automatic loops


def mark(ref: Referee, what: list[str]) -> Mark:
    """Return the mark of a trigger that starts to resolve: the position and the trigger."""
    table = _digest(_table(ref))
    decks = _decks(ref)
    loose = [[sorted(deck), sorted(form for _, form in active)] for deck, active in decks]
    return Mark(table, _digest(decks), _digest(loose), ref.position.chance.drawn, what)


class Loop(NamedTuple):
    """A sequence of triggers that leads back to its first one without any change."""

    begins: int
    """The index on the stack where its first round begins: everything it has caused is there or above."""
    triggers: list[list[str]]
    """The identities of its triggers, as marks name them."""


def loop_of(ref: Referee, now: Mark) -> Loop | None:
    """Return the loop by which the trigger that this mark is of has caused itself; None if it has not (§7, R33, R110).

    Where chance has shuffled something since, the order of the decks doesn't count as a change (R63).
    """
    if ref.marked is None:
        ref.marked = {then.table for then in marks_so_far(ref)}
    if now.table not in ref.marked:
        # Everything on the stack is new to this position: so it is with a number that grows.
        ref.marked.add(now.table)
        return None
    triggers: list[list[str]] = []
    stack = ref.position.stack
    for depth in reversed(range(len(stack))):
        for then in reversed(_marks_of(stack[depth])):
            triggers.append(then.what)
            if then.what != now.what or then.table != now.table:
                continue
            if then.decks == now.decks or (then.drawn != now.drawn and then.loose == now.loose):
                return Loop(depth, triggers)
    return None


def marks_so_far(ref: Referee) -> list[Mark]:
    """Return the marks of the triggers that led to the current procedure, through conflicts they initiated."""
    return [mark for frame in ref.position.stack for mark in _marks_of(frame)]


def _marks_of(frame: VoidreamFrame) -> list[Mark]:
    """Return the marks of a frame: of the trigger whose line it is, or of those that led to its conflict."""
    if isinstance(frame, ResolveLine):
        return [] if frame.mark is None else [frame.mark]
    return frame.marks if isinstance(frame, PlayConflict) else []
