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
    """Return a digest that distinguishes positions of the same turn, without values that change with every action."""
    position, cards = ref.position, ref.cards
    effects = [_form(effect) for effect in position.lasting]
    # An effect without a number either applies or not: a second copy changes nothing.
    effects = sorted([*{form for form in effects if not form[-1]}, *(form for form in effects if form[-1])])
    standby = [(effect.seat, effect.title, effect.line, effect.is_cancelled) for effect in position.standby]
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
    return _of((seats, moment, effects, standby))


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
        publicly_known = [
            [ref.title(card) if ref.cards[card].known == EVERYBODY else "" for card in cards]
            for cards in (state.mind, state.ego)
        ]
        hand = sorted(ref.title(card) for card in state.hand if ref.cards[card].known == EVERYBODY)
        seats.append((open_cards, publicly_known, hand, len(state.hand)))
    effects = sorted(_form(effect) for effect in position.lasting)
    return _of((seats, position.tracker, position.active, *effects))


def _open_card(ref: Referee, card: CardId) -> tuple[str | bool, ...]:
    """Return the public state of a public card: its title, whether it is tapped, and anything unusual."""
    state = ref.cards[card]
    unusual = {
        "stays tapped": state.stays_tapped,
        "new": state.entered == ref.position.turn and ref.is_in_play(card),
        "not in force": state.zone == FEELINGS and not state.settled,
    }
    return (state.title, state.tapped, *(name for name, is_so in unusual.items() if is_so))


def _of(what: object) -> str:
    return blake2b(_ENCODER.encode(what), digest_size=9).hexdigest()


def taken_here(ref: Referee) -> set[str]:
    """Return the actions already taken in exactly this position this turn, which would only repeat (DW70)."""
    history = ref.position.history
    if not history:
        return set()
    current = digest(ref)
    return {key for earlier, key in history if earlier == current}


class ActsThisTurn:
    """The actions of this turn, for the options of a question.

    The digest of the position is computed on first use.
    """

    def __init__(self, ref: Referee) -> None:
        self._ref = ref
        self._keys = {key for _, key in ref.position.history}

    @cached_property
    def _here(self) -> set[str]:
        return taken_here(self._ref)

    def here(self, key: str) -> bool:
        """Return whether an action was taken in exactly this position (DW70)."""
        return key in self._keys and key in self._here


def remember(ref: Referee, key: str) -> None:
    """Record that an action is taken in this position."""
    ref.position.history.append((digest(ref), key))
