"""Repeated positions (DW69, DW70, DW103)."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b

import msgspec

from engine.dreamweavers.frames import CardId
from engine.dreamweavers.position import FEELINGS, LastingEffect
from engine.dreamweavers.referee import Referee
from engine.kernel.cards.state import EVERYBODY

_ENCODER = msgspec.msgpack.Encoder()


def digest(ref: Referee) -> str:
    """Return a digest that distinguishes positions of the same turn: everything except what changes with every act."""
    position, cards = ref.position, ref.cards
    lasting = [_form(one) for one in position.lasting]
    # What has no number holds or does not: once more of the same is nothing new.
    lasting = sorted([*{form for form in lasting if not form[-1]}, *(form for form in lasting if form[-1])])
    standby = [(one.seat, one.title, one.line, one.is_cancelled) for one in position.standby]
    seats: list[object] = []
    for state in position.seats:
        in_play = [
            (
                card,
                held.tapped,
                held.entered,
                min(held.attacks, 1),
                held.stays_tapped,
                held.settled,
                held.used,
            )
            for card in (*state.thoughts, *state.feelings)
            for held in (cards[card],)
        ]
        seats.append((state.mind, state.ego, sorted(state.hand), sorted(state.id), in_play, state.used))
    moment = (position.tracker, position.attacked, position.attack is not None)
    return _of((seats, moment, lasting, standby))


def _form(effect: LastingEffect) -> tuple[str, int, int, int, tuple[int, ...], str, int]:
    cards = tuple(sorted(card for card, _ in effect.cards or ()))
    return effect.title, effect.line, effect.pc, effect.seat, cards, effect.until, effect.amount


def public_digest(ref: Referee) -> str:
    """Return a digest of the public state at the beginning of a Main Phase (DW103)."""
    position = ref.position
    seats: list[object] = []
    for state in position.seats:
        open_cards = [
            sorted(_open_card(ref, card) for card in cards)
            for cards in (state.thoughts, state.feelings, state.id)
        ]
        known = [
            [ref.title(card) if ref.cards[card].known == EVERYBODY else "" for card in cards]
            for cards in (state.mind, state.ego)
        ]
        hand = sorted(ref.title(card) for card in state.hand if ref.cards[card].known == EVERYBODY)
        seats.append((open_cards, known, hand, len(state.hand)))
    lasting = sorted(_form(one) for one in position.lasting)
    return _of((seats, position.tracker, position.active, *lasting))


def _open_card(ref: Referee, card: CardId) -> tuple[str | bool, ...]:
    """Return the public state of an open card: its title, whether it is tapped, and anything unusual."""
    held = ref.cards[card]
    unusual = {
        "stays tapped": held.stays_tapped,
        "new": held.entered == ref.position.turn and ref.is_in_play(card),
        "not in force": held.zone == FEELINGS and not held.settled,
    }
    return (held.title, held.tapped, *(name for name, is_so in unusual.items() if is_so))


def _of(what: object) -> str:
    return blake2b(_ENCODER.encode(what), digest_size=9).hexdigest()


def taken_here(ref: Referee) -> set[str]:
    """Return the actions already taken in this exact position this turn, which would only repeat (DW70)."""
    history = ref.position.history
    if not history:
        return set()
    now = digest(ref)
    return {key for before, key in history if before == now}


class ActsThisTurn:
    """The acts of this turn, for questions about what may be done now: the position is looked at when it must be."""

    def __init__(self, ref: Referee) -> None:
        self._ref = ref
        self._keys = {key for _, key in ref.position.history}

    @cached_property
    def _here(self) -> set[str]:
        return taken_here(self._ref)

    def here(self, key: str) -> bool:
        """Return whether this has been done in this very position (DW70)."""
        return key in self._keys and key in self._here


def remember(ref: Referee, key: str) -> None:
    """Remember that something is being done in this position."""
    ref.position.history.append((digest(ref), key))
