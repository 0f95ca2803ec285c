"""Loops: which positions are the same (§7, R33, R47)."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from engine.voidream.referee import Referee

_ENCODER = msgspec.msgpack.Encoder()


def digest(ref: Referee) -> str:
    """Return a short text that is equal for positions that a player would call the same (R47).

    Leaves aside the log, the passes, what is in progress, and tags and stamps, which only say in which order things
    came.
    """
    position = ref.position
    plain = [
        [
            (
                c.title,
                c.zone,
                c.controller,
                c.veiled,
                c.face_up,
                c.exhausted,
                c.damage,
                c.host,
                c.role,
                c.offering,
            )
            for c in position.cards
        ],
        [(s.mind, s.deck, s.hand, s.arcana_discard, s.discard, s.void, s.play) for s in position.seats],
        [
            (e.title, e.side, e.index, e.pc, e.seat, e.card, e.locked, e.amount, e.phase)
            for e in position.ongoing
        ],
        position.conflict,
        position.round,
        position.phase,
    ]
    return blake2b(_ENCODER.encode(plain), digest_size=12).hexdigest()
