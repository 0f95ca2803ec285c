"""Loops: the equality of positions, and the actions that are therefore forbidden (§7, R33, R47, R61, R63).

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
    """Return a short text that is equal for positions that no player could distinguish (R47).

    It ignores the log, passes, procedures in progress, the order of piles and on the table, and the order of arrival.
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
    """Return the used abilities of minds, and the counts of events, as far as texts can distinguish them."""
    position, highest_counts = ref.position, ref.pool.most_asked
    minds = sorted((use.seat, use.side, use.index) for use in position.used if use.card < 0)
    happened = [
        (key, [min(len(cards), highest_counts.get(key, 0)) for cards in by_seat])
        for key, by_seat in sorted(position.happened.items())
    ]
    return [minds, happened]


def _decks(ref: Referee) -> list[tuple[list[int], list[tuple[int, list[object]]]]]:
    """Return the decks in order, with the places and states of their active constructs."""
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
    uses = ref.position.used
    lines = sorted([(use.side, use.index) for use in uses if use.card == card]) if uses else []
    if c.attached or effects or lines:
        # Copies are sorted by this key, so it must have the same type everywhere in a position.
        plain += [sorted(_form(ref, attachment) for attachment in c.attached), sorted(effects)]
    if lines:
        plain.append(lines)
    return plain


def _source(effect: OngoingEffect) -> bytes:
    e = effect
    return _ENCODER.encode([e.title, e.side, e.index, e.pc, e.seat, e.amount, e.phase, len(e.locked or ())])


# ----------------------------------------------------------------------------------------------- possible actions


def label(ref: Referee, seat: int, key: str, card: int = -1) -> str:
    """Return a label for an action that doesn't depend on the card's number on the table."""
    verb = key.partition("#")[0]
    return f"{seat} {verb} {form(ref, card).hex() if card >= 0 else ''}"


def remember(ref: Referee, where: str, seat: int, key: str, card: int = -1) -> None:
    """Record that a player takes an action in the position with this digest."""
    ref.position.history.append((where, label(ref, seat, key, card)))


class TakenActions:
    """The labels of the actions already taken in this exact position (§7, R47).

    Positions are only compared for actions taken before in this phase, which is rare.
    """

    def __init__(self, ref: Referee) -> None:
        self._ref = ref
        self._history = ref.position.history
        self._ever = {act for _, act in self._history}
        """The actions of the phase, in any position."""

    def __bool__(self) -> bool:
        return bool(self._history)

    def __contains__(self, what: str) -> bool:
        return what in self._ever and what in {*self}

    def __iter__(self) -> Iterator[str]:
        current_digest = digest(self._ref) if self._history else ""
        return (act for where, act in self._history if where == current_digest)


def taken_here(ref: Referee) -> TakenActions:
    """Return the actions already taken in this exact position (§7, R47)."""
    return TakenActions(ref)


# ----------------------------------------------------------------------------------------------- automatic loops


def mark(ref: Referee, trigger: list[str]) -> Mark:
    """Return the mark of a trigger that starts to resolve: the position and the trigger."""
    table = _digest(_table(ref))
    decks = _decks(ref)
    loose = [[sorted(deck), sorted(form for _, form in active)] for deck, active in decks]
    return Mark(table, _digest(decks), _digest(loose), ref.position.chance.drawn, trigger)


class Loop(NamedTuple):
    """A sequence of triggers that leads back to its first one without any change."""

    begins: int
    """The stack index at which its first round begins. Its consequences are at or above that index."""
    triggers: list[list[str]]
    """The identities of its triggers, as in marks."""


def loop_of(ref: Referee, current: Mark) -> Loop | None:
    """Return the loop by which the trigger of this mark has caused itself; None if it hasn't (§7, R33, R110).

    If a shuffle has occurred since, the order of the decks doesn't count as a change (R63).
    """
    if ref.marked is None:
        ref.marked = {earlier.table for earlier in marks_so_far(ref)}
    if current.table not in ref.marked:
        # Everything on the stack is new in this position, which means that some number grows.
        ref.marked.add(current.table)
        return None
    triggers: list[list[str]] = []
    stack = ref.position.stack
    for depth in reversed(range(len(stack))):
        for earlier in reversed(_marks_of(stack[depth])):
            triggers.append(earlier.what)
            if earlier.what != current.what or earlier.table != current.table:
                continue
            if earlier.decks == current.decks or (
                earlier.drawn != current.drawn and earlier.loose == current.loose
            ):
                return Loop(depth, triggers)
    return None


def marks_so_far(ref: Referee) -> list[Mark]:
    """Return the marks of the triggers that led to the current procedure, through conflicts that they initiated."""
    return [mark for frame in ref.position.stack for mark in _marks_of(frame)]


def _marks_of(frame: VoidreamFrame) -> list[Mark]:
    """Return the marks of a frame: of its line's trigger, or of those that led to its conflict."""
    if isinstance(frame, ResolveLine):
        return [] if frame.mark is None else [frame.mark]
    return frame.marks if isinstance(frame, PlayConflict) else []
