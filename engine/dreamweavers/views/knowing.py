"""What some of the seats know of a match, and nothing else: the one place from which a sampled position is made.

Knowing is more than seeing: what was shown once is known as long as everybody could follow it (`CardState.known`, DW16).
What is hidden does not enter into it, not even by a number, an order or a digest: whatever is exchanged that these seats
don't know, the bytes stay the same. Which 45 cards are whose is no secret (DW5), only where they lie.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

import msgspec
from msgspec.structs import replace

from engine.dreamweavers.frames import (
    AnyFrame,
    Asking,
    ChooseIntents,
    Mulligans,
    ResolveEffect,
    ResolveTriggers,
)
from engine.dreamweavers.position import (
    EGO,
    HAND,
    MIND,
    WATCHERS,
    DreamweaversPosition,
    SeatState,
    packed,
    unpacked,
)
from engine.dreamweavers.queries.same_position import digest, taken_here
from engine.dreamweavers.referee import Referee
from engine.dreamweavers.views.in_secret import hide_named
from engine.dreamweavers.views.strange_cards import strange_cards
from engine.kernel.card_ids import UNTAGGED, mentioned, renumber
from engine.kernel.chance import Chance
from engine.kernel.decoding import msgpack_reader

UNKNOWN = "?"
"""Stands where somebody has chosen in secret."""

HERE = "here"
"""In place of a digest: of the position as it is now."""

LOST = -2
"""In place of a card that nobody can find any more: it has gone where these seats can't follow it."""

CLOSED = (HAND, MIND, EGO)
"""The zones whose cards not everybody sees (DW14)."""


class Knowledge(msgspec.Struct, array_like=True):
    """What some seats know together. A hidden card has no title."""

    seats: list[int]
    position: DreamweaversPosition
    """Without titles that are hidden, without chance and secrets; its cards are numbered by where they lie."""
    titles: list[list[str]]
    """By owner: the cards of which it is not known where they lie."""
    taken: list[str]
    """What has been done in this very position, of the seats that are asked (DW70)."""
    asked_again: bool
    """Whether something is asked, or has been answered in secret, that these seats can't read."""
    cards: bytes
    """The cards of the match, if they are not those of the set of today; see `strange_cards`."""


_ENCODER = msgspec.msgpack.Encoder()

_READER = msgpack_reader(Knowledge)


def read_knowledge(data: bytes) -> Knowledge:
    """Return what `know` has written."""
    return _READER.read(data)


def bits_of(seats: Collection[int]) -> int:
    """Return the bits of `CardState.known` of these seats and of everybody."""
    return sum(1 << seat for seat in seats) | WATCHERS


def hidden_from(position: DreamweaversPosition, seats: Collection[int]) -> set[int]:
    """Return the cards of which none of these seats knows which they are."""
    bits = bits_of(seats)
    return {card for card, held in enumerate(position.cards) if held.zone in CLOSED and not held.known & bits}


def know(ref: Referee, seats: Collection[int]) -> bytes:
    """Return what these seats know together of a position; of none: what everybody knows. It is not changed."""
    position = unpacked(packed(ref.position))
    position.chance = Chance("")
    position.history = []
    taken = sorted(taken_here(ref)) if any(seat in seats for seat in position.questions) else []
    _mark_causes(position, digest(ref))
    asked_again = _hide_questions(position, seats)
    for frame in position.stack:
        asked_again |= _hide_secrets(frame, position, seats)
    hide_named(position, ref.pool, seats)
    hidden = hidden_from(position, seats)
    titles = [
        sorted(position.cards[card].title for card in hidden if position.cards[card].owner == owner)
        for owner in range(len(position.seats))
    ]
    _number_anew(position, hidden)
    return _ENCODER.encode(
        Knowledge(sorted(seats), position, titles, taken, asked_again, strange_cards(ref.pool))
    )


def causes_in(position: DreamweaversPosition) -> list[list[tuple[str, int, str]]]:
    """Return what has led to each line that happens or waits, the lists themselves (DW69)."""
    found = [trigger.causes for trigger in position.waiting]
    for frame in position.stack:
        match frame:
            case ResolveTriggers():
                found += [frame.causes, *(trigger.causes for trigger in frame.todo)]
            case _:
                pass
    return found


def _mark_causes(position: DreamweaversPosition, here: str) -> None:
    """Say of what has led to a line whether the position was this one, in place of a digest of all that is hidden."""
    for causes in causes_in(position):
        causes[:] = [(title, line, HERE if there == here else "") for title, line, there in causes]


def _hide_questions(position: DreamweaversPosition, seats: Collection[int]) -> bool:
    """Take away what others are asked, but for what everybody is told: whom, and what about. Return whether it was anybody."""
    others = [seat for seat in position.questions if seat not in seats]
    for seat in others:
        one = position.questions[seat]
        position.questions[seat] = replace(
            one, purpose="", options=(), minimum=1, maximum=1, ordered=False, quoted=""
        )
    return bool(others)


def _hide_secrets(frame: AnyFrame, position: DreamweaversPosition, seats: Collection[int]) -> bool:
    """Take away what has been chosen in secret, and which cards options stand for; return whether that must be asked again."""
    match frame:
        case ChooseIntents() | Mulligans():
            others = [seat for seat in frame.chosen if seat not in seats]
            for seat in others:
                frame.chosen[seat] = [UNKNOWN]
            if isinstance(frame, Mulligans):
                frame.keys = {seat: keys for seat, keys in frame.keys.items() if seat in seats}
            return bool(others)
        case Asking():
            asked = frame is position.stack[-1] and any(seat in seats for seat in position.questions)
            if (
                not asked
            ):  # They are those of a question of another seat, or of one that was answered long ago.
                frame.keys = {}
            return False
        case _:
            return False


def _number_anew(position: DreamweaversPosition, hidden: Collection[int]) -> None:
    """Number all cards by where they lie, as these seats could.

    The old numbers and tags would tell where a card has gone that somebody has lost sight of.
    """
    cards = position.cards
    for card in hidden:
        cards[card].title = ""
    spoken_of = _spoken_of(position, hidden)
    order: dict[int, int] = {}
    for owner, state in enumerate(position.seats):
        _lay_in_order(position, state, spoken_of)
        elsewhere = (card for card, held in enumerate(cards) if held.owner == owner)
        for card in (*_lying(state), *elsewhere):
            order.setdefault(card, len(order))
    tags = {card: held.tag for card, held in enumerate(cards)}
    for card in hidden:
        held = cards[card]
        if held.zone == HAND:  # Which of them others know could be told from what they do with one.
            held.known = 1 << held.owner
        held.tag = 0

    def new(card: int, tag: int) -> tuple[int, int]:
        if card not in hidden:
            return order.get(card, card), tag
        return (order[card], 0) if tag in (UNTAGGED, tags[card]) else (LOST, tag)

    position.ended = [
        (LOST if card in hidden else order.get(card, card), title, line)
        for card, title, line in position.ended
    ]
    ended, position.ended = position.ended, []
    position.cards = [cards[card] for card in order]
    renumber(position, new)
    position.ended = ended
    for frame in position.stack:
        if isinstance(frame, ResolveEffect):
            # From which of the places that were looked at a card has gone, only those know who saw it there.
            frame.looked.sort(key=lambda ref: ref[0] == LOST)


def _spoken_of(position: DreamweaversPosition, hidden: Collection[int]) -> dict[int, int]:
    """Return the hidden cards of which something in progress speaks as they lie, in the order in which it does."""
    found: dict[int, int] = {}
    for card, tag in mentioned(replace(position, seats=[], cards=[], ended=[])):
        if card in hidden and tag in (UNTAGGED, position.cards[card].tag):
            found.setdefault(card, len(found))
    return found


def _lay_in_order(position: DreamweaversPosition, state: SeatState, spoken_of: dict[int, int]) -> None:
    """Lay a hand and an Id, whose order means nothing, as everybody could lay them."""
    cards = position.cards

    def named(card: int) -> tuple[bool, str, int]:
        title = cards[card].title
        return (not title, title, spoken_of.get(card, -1))

    state.hand.sort(key=named)
    state.id.sort(key=named)


def _lying(state: SeatState) -> chain[int]:
    return chain(state.hand, state.mind, state.ego, state.id, state.thoughts, state.feelings)
