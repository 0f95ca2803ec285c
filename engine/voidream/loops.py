"""Loops: which positions are the same, and what may therefore not be done again (§7, R33, R47, R61, R63).

Two positions are the same if no player could tell them apart: cards of the same title in the same state are alike,
whichever of them it is and however often it has been turned over in between.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

import msgspec

from engine.voidream.position import PLAYING, OngoingEffect
from engine.voidream.referee import Referee

_ENCODER = msgspec.msgpack.Encoder()


def digest(ref: Referee, *, decks_in_order: bool = True) -> str:
    """Return a short text that is equal for positions that a player would call the same (R47).

    Leaves aside the log, the passes, what is in progress, the order of piles and on the table, and in which order
    things came; and, unless `decks_in_order`, the order of the decks.
    """
    position = ref.position
    seats: list[Any] = []
    for s in position.seats:
        deck = [form(ref, card) for card in s.deck]
        piles = [
            sorted(form(ref, card) for card in pile)
            for pile in (s.hand, s.arcana_discard, s.discard, s.void, s.play)
        ]
        seats.append([s.mind, deck if decks_in_order else sorted(deck), *piles])
    playing = sorted(form(ref, card) for card, state in enumerate(ref.cards) if state.zone == PLAYING)
    effects = sorted(_source(effect) for effect in position.ongoing)
    conflict = position.conflict
    plain = [seats, playing, effects, conflict, position.round, position.phase]
    return blake2b(_ENCODER.encode(plain), digest_size=12).hexdigest()


def form(ref: Referee, card: int) -> bytes:
    """Return what can be told of a card where it lies: its title and state, what lies under it, what lies upon it."""
    c = ref.cards[card]
    effects = [_source(e) for e in ref.position.ongoing if e.card == card or card in (e.locked or ())]
    plain: list[Any] = [
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
    if c.attached or effects:
        plain += [sorted(form(ref, under) for under in c.attached), sorted(effects)]
    return _ENCODER.encode(plain)


def _source(effect: OngoingEffect) -> bytes:
    e = effect
    return _ENCODER.encode([e.title, e.side, e.index, e.pc, e.seat, e.amount, e.phase, len(e.locked or ())])


# ------------------------------------------------------------------------------------------- what a player may do


def label(ref: Referee, seat: int, key: str, card: int = -1) -> str:
    """Return what an action is, whatever number its card has got on the table by now."""
    what = key.partition("#")[0]
    return f"{seat} {what} {form(ref, card).hex() if card >= 0 else ''}"


def remember(ref: Referee, seat: int, key: str, card: int = -1) -> None:
    """Keep in mind that a player takes an action in this position."""
    ref.position.history.append((digest(ref), label(ref, seat, key, card)))


def taken_here(ref: Referee) -> frozenset[str]:
    """Return the labels of the actions that have been taken in this very position before (§7, R47)."""
    history = ref.position.history
    if not history:
        return frozenset()
    here = digest(ref)
    return frozenset(what for where, what in history if where == here)


# ----------------------------------------------------------------------------------------------- what goes on by itself


def mark(ref: Referee, what: Iterable[Any]) -> list[Any]:
    """Return the mark of a trigger that begins to resolve: where the match stands, and what it is."""
    loose = digest(ref, decks_in_order=False)
    return [digest(ref), loose, ref.position.chance.drawn, [str(part) for part in what]]


def leads_back(ref: Referee, now: list[Any]) -> bool:
    """Return whether a trigger that this mark is of has caused itself, and nothing has changed in between (§7, R33).

    Where chance has shuffled something since, the order of the decks is no change (R63).
    """
    for frame in ref.position.stack:
        then = frame.vars.get("mark")
        if then is None or then[3] != now[3]:
            continue
        if then[0] == now[0] or (then[2] != now[2] and then[1] == now[1]):
            return True
    return False
